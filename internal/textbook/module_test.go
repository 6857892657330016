package textbook_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// modulePath says nothing of tests or examples, which checks pass over.
const modulePath = "platform.dev/platform"

// A module holds generated packages, by directory below its root.
type module struct {
	t          *testing.T
	root, tool string
}

// newModule makes a module that requires what the catalog knows, and the runtime
// package, on which fixes hang.
func newModule(t *testing.T, root, tool string) *module {
	t.Helper()
	m := &module{t, root, tool}
	if err := os.RemoveAll(root); err != nil {
		t.Fatal(err)
	}
	lifecycle, err := filepath.Abs("../../lifecycle")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join("../catalog/testdata/resolve", name))
		if err != nil {
			t.Fatal(err)
		}
		data = bytes.Replace(data, []byte("module resolve.example"), []byte("module "+modulePath), 1)
		m.file(name, bytes.ReplaceAll(data, []byte("=> ../../../../lifecycle"), []byte("=> "+lifecycle)))
	}
	return m
}

func (m *module) file(name string, data []byte) {
	m.t.Helper()
	name = filepath.Join(m.root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		m.t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o644); err != nil {
		m.t.Fatal(err)
	}
}

func (m *module) write(dir string, src []byte) { m.t.Helper(); m.file(dir+"/work.go", src) }

func (m *module) has(dir string) bool {
	_, err := os.Stat(filepath.Join(m.root, dir))
	return err == nil
}

func buildTool(t *testing.T) string {
	t.Helper()
	tool := filepath.Join(t.TempDir(), "lifecyclelint")
	if out, err := exec.Command("go", "build", "-o", tool, "../../cmd/lifecyclelint").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return tool
}

// run runs a program in the module and returns what it prints.
func (m *module) run(name string, args ...string) []byte {
	m.t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = m.root
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "NO_COLOR=1")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if len(out) == 0 {
		m.t.Fatalf("%s %s: %v\n%s", filepath.Base(name), strings.Join(args, " "), err, stderr.Bytes())
	}
	return out
}

// command runs the command on the directory, and returns its findings and what does
// not compile, by package directory.
func (m *module) command(dir, checks string) (found map[string][]finding.Finding, broken map[string]string) {
	m.t.Helper()
	args := []string{"--format=json", "--exit-zero", "--no-config"}
	if checks != "" {
		args = append(args, "--checks="+checks)
	}
	var report struct {
		Findings []finding.Finding
		Problems []struct{ Package, Message string }
	}
	if err := json.Unmarshal(m.run(m.tool, append(args, "./"+dir+"/...")...), &report); err != nil {
		m.t.Fatal(err)
	}
	found, broken = make(map[string][]finding.Finding), make(map[string]string)
	for _, f := range report.Findings {
		dir := strings.TrimPrefix(f.Package, modulePath+"/")
		found[dir] = append(found[dir], f)
	}
	for _, p := range report.Problems {
		text := place.ReplaceAllString(strings.TrimSpace(p.Message), "")
		broken[strings.TrimPrefix(p.Package, modulePath+"/")] = strings.ReplaceAll(text, "\n", "; ")
	}
	return found, broken
}

// place is where an error is, which differs from context to context.
var place = regexp.MustCompile(`(?m)^\S*work\.go:\d+:\d+: `)

// A vetFinding is what the vet tool reports.
type vetFinding struct {
	id   string
	line int
	fix  bool
}

type vetUnits map[string]map[string]json.RawMessage

// vet runs the go command with the tool as its vet tool.
func (m *module) vet(dir, checks string) map[string][]vetFinding {
	m.t.Helper()
	args := append([]string{"vet", "-vettool=" + m.tool, "-json"}, vetFlags(m.t, checks)...)
	dec := json.NewDecoder(bytes.NewReader(m.run("go", append(args, "./"+dir+"/...")...)))
	found := make(map[string][]vetFinding)
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
	suite := analyzers.New(check.Options{})
	var words []string
	if checks != "" {
		words = strings.Split(checks, ",")
	}
	chosen, err := analyzers.Select(suite, words)
	if err != nil {
		t.Fatal(err)
	}
	var flags []string
	for _, a := range suite {
		flags = append(flags, "-"+a.Name+".suggested")
		if option := chosen[a.Name]; option != "" {
			flags = append(flags, "-"+a.Name+".checks="+option)
		}
	}
	return flags
}

func vetFindings(t *testing.T, raw json.RawMessage) []vetFinding {
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
	var found []vetFinding
	for _, d := range list {
		fields := strings.Split(d.Posn, ":")
		line, _ := strconv.Atoi(fields[len(fields)-2])
		found = append(found, vetFinding{d.Category, line, len(d.Fixes) > 0})
	}
	return found
}
