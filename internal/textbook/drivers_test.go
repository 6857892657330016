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

// drive holds the drivers to what the analyzers find: they need a process for each package,
// so that each gets the bad side of a shape once, the command in a library and the vet tool
// in a program, or in what there is. With TEXTBOOK_VET=both each gets both, as .ci/run has
// it, with TEXTBOOK_VET=all everything, and with TEXTBOOK_VET=0 nothing.
func (r *run) drive() {
	if os.Getenv("TEXTBOOK_VET") == "0" {
		return
	}
	tool, err := testtool.Build(r.t.TempDir())
	if err != nil {
		r.t.Fatal(err)
	}
	for _, cases := range r.driven(false) {
		r.agree("command", cases, r.found.command(tool, cases[0].Shape.Checks, patterns(cases)))
	}
	for _, cases := range r.driven(true) {
		r.agree("vettool", cases, r.found.vet(tool, cases[0].Shape.Checks, patterns(cases)))
	}
}

var everything = os.Getenv("TEXTBOOK_VET") == "all"

// driven returns, by group, the cases for a driver that prefers programs, or libraries.
func (r *run) driven(programs bool) map[string][]textbook.Case {
	other := func(c textbook.Case) bool { return c.Context.Main != programs }
	first := slices.DeleteFunc(slices.Clone(r.cases), other)
	groups, seen := make(map[string][]textbook.Case), make(map[string]bool)
	for _, c := range slices.Concat(first, r.cases) {
		key := alike(c)
		if !seen[key] {
			groups[group(c)] = append(groups[group(c)], c)
		}
		seen[key] = true
	}
	return groups
}

// alike returns what cases have in common of which drivers get one.
func alike(c textbook.Case) string {
	switch os.Getenv("TEXTBOOK_VET") {
	case "all":
		return c.ID()
	case "both":
		return fmt.Sprint(c.Shape.Path(), c.Context.Main)
	}
	return c.Shape.Path()
}

// checked returns the sides that drivers get.
func checked() []string {
	if everything {
		return sides
	}
	return sides[:1]
}

func patterns(cases []textbook.Case) (list []string) {
	for _, c := range cases {
		for _, side := range checked() {
			list = append(list, "./"+dir(c, side))
		}
	}
	return list
}

// agree holds what a driver finds, by directory, to what the analyzers find.
func (r *run) agree(driver string, cases []textbook.Case, found map[string][]finding.Finding) {
	for _, c := range cases {
		for _, side := range checked() {
			d := dir(c, side)
			if want, got := marks(r.verdicts[d].found), marks(found[d]); !slices.Equal(want, got) {
				r.problem(c, "%s: the %s finds %q, the analyzers %q", side, driver, got, want)
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
