package textbook_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/testtool"
	"github.com/lifecyclelint/lifecyclelint/internal/textbook"
)

// drive holds the drivers to what the analyzers find: the bad sides of each shape in
// one library and one program, or with TEXTBOOK_VET=all everything, because drivers
// need a process for each package. With TEXTBOOK_VET=0 they are left out.
func (r *run) drive() {
	if os.Getenv("TEXTBOOK_VET") == "0" {
		return
	}
	groups, seen := make(map[string][]textbook.Case), make(map[string]bool)
	for _, c := range r.cases {
		key := fmt.Sprint(c.Shape.Path(), c.Context.Main)
		if !seen[key] || everything {
			groups[group(c)] = append(groups[group(c)], c)
		}
		seen[key] = true
	}
	tool, err := testtool.Build(r.t.TempDir())
	if err != nil {
		r.t.Fatal(err)
	}
	for _, cases := range groups {
		r.driveGroup(tool, cases)
	}
}

var everything = os.Getenv("TEXTBOOK_VET") == "all"

func (r *run) driveGroup(tool string, cases []textbook.Case) {
	checked := []string{"bad"}
	if everything {
		checked = sides
	}
	var patterns []string
	for _, c := range cases {
		for _, side := range checked {
			patterns = append(patterns, "./"+dir(c, side))
		}
	}
	checks := cases[0].Shape.Checks
	command, vet := r.found.command(tool, checks, patterns), r.found.vet(tool, checks, patterns)
	for _, c := range cases {
		for _, side := range checked {
			d := dir(c, side)
			want := marks(r.verdicts[d].found)
			for driver, got := range map[string][]string{"command": marks(command[d]), "vettool": marks(vet[d])} {
				if !slices.Equal(want, got) {
					r.problem(c, "%s: the %s finds %q, the analyzers %q", side, driver, got, want)
				}
			}
		}
	}
}

// marks is what drivers have to agree on.
func marks(list []finding.Finding) []string {
	var text []string
	for _, f := range list {
		text = append(text, fmt.Sprintf("%s:%d fix:%t", f.ID, f.Start.Line, f.Fix != nil))
	}
	slices.Sort(text)
	return text
}

// run runs a program in the module and returns what it prints.
func (m *module) run(name string, args ...string) []byte {
	m.t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = m.root
	cmd.Env = m.env()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if len(out) == 0 {
		m.t.Fatalf("%s %s: %v\n%s", filepath.Base(name), strings.Join(args, " "), err, stderr.Bytes())
	}
	return out
}

// command runs the command on packages, and returns its findings by package directory.
func (m *module) command(tool, checks string, patterns []string) map[string][]finding.Finding {
	m.t.Helper()
	args := []string{"--format=json", "--exit-zero", "--no-config"}
	if checks != "" {
		args = append(args, "--checks="+checks)
	}
	var report struct{ Findings []finding.Finding }
	if err := json.Unmarshal(m.run(tool, append(args, patterns...)...), &report); err != nil {
		m.t.Fatal(err)
	}
	found := make(map[string][]finding.Finding)
	for _, f := range report.Findings {
		dir := strings.TrimPrefix(f.Package, modulePath+"/")
		found[dir] = append(found[dir], f)
	}
	return found
}

type vetUnits map[string]map[string]json.RawMessage

// vet runs the go command with the tool as its vet tool.
func (m *module) vet(tool, checks string, patterns []string) map[string][]finding.Finding {
	m.t.Helper()
	args := append([]string{"vet", "-vettool=" + tool, "-json"}, vetFlags(m.t, checks)...)
	dec := json.NewDecoder(bytes.NewReader(m.run("go", append(args, patterns...)...)))
	found := make(map[string][]finding.Finding)
	for {
		var units vetUnits
		if err := dec.Decode(&units); errors.Is(err, io.EOF) {
			return found
		} else if err != nil {
			m.t.Fatal(err)
		}
		for pkg, byAnalyzer := range units {
			dir := strings.TrimPrefix(pkg, modulePath+"/")
			for _, raw := range byAnalyzer {
				found[dir] = append(found[dir], vetFindings(m.t, raw)...)
			}
		}
	}
}

func vetFlags(t *testing.T, checks string) []string {
	t.Helper()
	var flags []string
	for name, option := range options(t, checks) {
		if option != "" {
			flags = append(flags, "-"+name+".checks="+option)
		}
	}
	for _, a := range analyzers.New(check.Options{}) {
		flags = append(flags, "-"+a.Name+".suggested")
	}
	return flags
}

func vetFindings(t *testing.T, raw json.RawMessage) []finding.Finding {
	t.Helper()
	var list []struct {
		Category, Posn string
		Fixes          []json.RawMessage `json:"suggested_fixes"`
	}
	if bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{")) {
		t.Errorf("the vet tool fails: %s", raw)
		return nil
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		t.Fatal(err)
	}
	var found []finding.Finding
	for _, d := range list {
		fields := strings.Split(d.Posn, ":")
		line, _ := strconv.Atoi(fields[len(fields)-2])
		f := finding.Finding{ID: d.Category, Start: finding.Position{Line: line}}
		if len(d.Fixes) > 0 {
			f.Fix = new(finding.Fix)
		}
		found = append(found, f)
	}
	return found
}
