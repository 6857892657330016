package analyzers_test

import (
	"fmt"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// A leakCase is a file of testdata/leaks/cases: one known pattern of leak, with
// what the suite says about it.
type leakCase struct {
	name     string
	pattern  string
	source   string
	reported string // ID of the check that reports it
	silent   string // or the reason why none does
	unfixed  string // why the finding brings no fix
	// judge is "profile" if the runtime's leak profile proves the leak, and "alive" if the
	// goroutine keeps running: it is then still there after the process-wide shutdown.
	judge string
}

// TestLeaks proves the fixes: every case leaks, and those that are reported do
// not once the suggested fix is applied. docs/leak-taxonomy.md is the list.
func TestLeaks(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs with an experiment of the runtime")
	}
	t.Parallel()
	cases := leakCases(t)
	before := newLeakModule(t)
	findings := before.analyze(t)
	after := newLeakModule(t)
	for _, c := range cases {
		found := findings[c.name+".go"]
		if ids := checkIDs(found); !slices.Equal(ids, c.expected()) {
			t.Errorf("%s: reported by %v, want %v", c.name, ids, c.expected())
		}
		if c.mended() {
			after.apply(t, c.name+".go", found)
		}
		if c.unfixed != "" && len(found) > 0 && len(found[0].edits) > 0 {
			t.Errorf("%s: has a fix", c.name)
		}
	}
	if t.Failed() {
		return
	}
	left := after.analyze(t)
	for _, c := range cases {
		if c.unfixed != "" {
			delete(left, c.name+".go")
		}
	}
	for file, list := range left {
		t.Errorf("%s: still reported after the fix: %s", file, list[0].message)
	}
	leaky, mended := before.build(t), after.build(t)
	for _, c := range cases {
		if !leaky.everLeaks(t, c) {
			t.Errorf("%s does not leak", c.name)
		}
		if !c.mended() {
			continue
		}
		if n := mended.leaks(t, c, 10*time.Second); n != 0 {
			t.Errorf("%s still leaks %d goroutines after the fix", c.name, n)
		}
	}
}

// mended reports whether the case is to be fixed.
func (c leakCase) mended() bool { return c.reported != "" && c.unfixed == "" }

func (c leakCase) expected() []string {
	if c.reported == "" {
		return nil
	}
	return []string{c.reported}
}

func checkIDs(found []report) []string {
	var ids []string
	for _, r := range found {
		ids = append(ids, r.id)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// leakCases reads the directives at the head of each case.
func leakCases(t *testing.T) []leakCase {
	t.Helper()
	files, err := filepath.Glob("testdata/leaks/cases/*.go")
	if err != nil {
		t.Fatal(err)
	}
	var list []leakCase
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c := leakCase{name: strings.TrimSuffix(filepath.Base(file), ".go"), judge: "profile"}
		for line := range strings.Lines(string(src)) {
			rest, ok := strings.CutPrefix(strings.TrimSpace(line), "//leak:")
			if !ok {
				break
			}
			key, value, _ := strings.Cut(rest, " ")
			field := map[string]*string{"pattern": &c.pattern, "source": &c.source, "reported": &c.reported, "silent": &c.silent, "unfixed": &c.unfixed, "judge": &c.judge}[key]
			if field == nil {
				t.Fatalf("%s: unknown directive %s", file, key)
			}
			*field = value
		}
		if c.pattern == "" {
			continue // what the cases share
		}
		if (c.reported == "") == (c.silent == "") {
			t.Fatalf("%s: wants either a check or a reason", file)
		}
		list = append(list, c)
	}
	return list
}

// A leakModule is a copy of testdata/leaks that the go command can build.
type leakModule struct {
	dir string
	env []string
}

func newLeakModule(t *testing.T) *leakModule {
	t.Helper()
	m := &leakModule{dir: t.TempDir(), env: append(os.Environ(), "GO111MODULE=on", "GOWORK=off", "GOFLAGS=-mod=mod",
		"GOPROXY=off", "GOTOOLCHAIN=local", "GOEXPERIMENT=goroutineleakprofile")}
	if err := os.CopyFS(m.dir, os.DirFS("testdata/leaks")); err != nil {
		t.Fatal(err)
	}
	runtime, err := filepath.Abs("../lifecycle")
	if err != nil {
		t.Fatal(err)
	}
	mod := fmt.Sprintf("module leaks\n\ngo 1.26\n\nrequire %s v0.0.0\n\nreplace %[1]s => %s\n", check.RuntimePath, runtime)
	if err := os.WriteFile(filepath.Join(m.dir, "go.mod"), []byte(mod), 0o644); err != nil {
		t.Fatal(err)
	}
	return m
}

// A report is one finding of the suite.
type report struct {
	id, message string
	edits       []finding.Edit
}

// analyze runs the suite on the cases and returns what it reports, by file.
func (m *leakModule) analyze(t *testing.T) map[string][]report {
	t.Helper()
	fset := token.NewFileSet()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule, Dir: m.dir, Env: m.env, Fset: fset}, "./cases")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range pkgs[0].Errors {
		t.Errorf("does not build: %v", e)
	}
	var suite []*analysis.Analyzer
	for _, a := range analyzers.New(check.Options{Suggested: true}) {
		if a.Name == "lockrace" { // one of the patterns is a check that is off by default
			if err := a.Flags.Set("checks", "all"); err != nil {
				t.Fatal(err)
			}
		}
		suite = append(suite, a.Analyzer)
	}
	graph, err := checker.Analyze(suite, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string][]report)
	for act := range graph.All() {
		if !act.IsRoot {
			continue
		}
		if act.Err != nil {
			t.Fatal(act.Err)
		}
		for _, d := range act.Diagnostics {
			r := report{id: d.Category, message: d.Message}
			for _, fix := range d.SuggestedFixes {
				for _, e := range fix.TextEdits {
					r.edits = append(r.edits, finding.Edit{Start: fset.Position(e.Pos).Offset, End: fset.Position(e.End).Offset, New: string(e.NewText)})
				}
			}
			file := filepath.Base(fset.Position(d.Pos).Filename)
			found[file] = append(found[file], r)
		}
	}
	return found
}

// apply rewrites one case as findings in another copy of the module suggest.
func (m *leakModule) apply(t *testing.T, file string, found []report) {
	t.Helper()
	name := filepath.Join(m.dir, "cases", file)
	src, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var edits []finding.Edit
	for _, r := range found {
		if len(r.edits) == 0 {
			t.Errorf("%s: no fix for: %s", file, r.message)
		}
		for _, e := range r.edits {
			if !slices.Contains(edits, e) { // the same import
				edits = append(edits, e)
			}
		}
	}
	if err := os.WriteFile(name, driver.Apply(src, edits), 0o644); err != nil {
		t.Fatal(err)
	}
}

// build returns the path of the module's program.
func (m *leakModule) build(t *testing.T) leakProgram {
	t.Helper()
	out := filepath.Join(t.TempDir(), "leaks")
	cmd := exec.Command("go", "build", "-o", out, ".")
	cmd.Dir, cmd.Env = m.dir, m.env
	if msg, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, msg)
	}
	return leakProgram(out)
}

// A leakProgram runs the cases.
type leakProgram string

// everLeaks reports whether one of a few runs of the case leaks. Some leaks need
// one of two to be late, and on a loaded machine both are.
func (p leakProgram) everLeaks(t *testing.T, c leakCase) bool {
	t.Helper()
	for range 10 {
		if p.leaks(t, c, 200*time.Millisecond) > 0 {
			return true
		}
	}
	return false
}

// leaks runs one case and returns the number of goroutines it leaks after they have had
// that much time to end.
func (p leakProgram) leaks(t *testing.T, c leakCase, patience time.Duration) int {
	t.Helper()
	out, err := exec.Command(string(p), c.name, patience.String()).Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", c.name, err, out)
	}
	var stuck, alive int
	if _, err := fmt.Sscan(string(out), &stuck, &alive); err != nil {
		t.Fatalf("%s: %v\n%s", c.name, err, out)
	}
	if c.judge == "alive" {
		return alive
	}
	return stuck
}

// TestLeakTaxonomy holds docs/leak-taxonomy.md against the cases. With
// UPDATE_GOLDEN=1 in the environment it writes the document.
func TestLeakTaxonomy(t *testing.T) {
	t.Parallel()
	const doc = "../docs/leak-taxonomy.md"
	want := taxonomy(leakCases(t))
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(doc, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(doc)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is not what the cases say; UPDATE_GOLDEN=1 writes it", doc)
	}
}

// taxonomy renders the cases as a document.
func taxonomy(cases []leakCase) string {
	var b strings.Builder
	b.WriteString(taxonomyHead)
	for _, c := range cases {
		verdict := "silent: " + c.silent
		if c.reported != "" {
			verdict = "`" + c.reported + "`"
		}
		if c.unfixed != "" {
			verdict += "; without a fix: " + c.unfixed
		}
		proof := "leak profile"
		if c.judge == "alive" {
			proof = "alive after shutdown"
		}
		fmt.Fprintf(&b, "| %s | %s | [%s](../analyzers/testdata/leaks/cases/%[3]s.go) | %s | %s |\n", c.pattern, c.source, c.name, verdict, proof)
	}
	return b.String()
}

const taxonomyHead = `# Leak taxonomy

The patterns of goroutine leaks that the literature and bug trackers name, each as a small program of our own, with what the suite says about it. This table is generated from the heads of the programs, and a test holds it: every program is run and leaks; those that are reported are fixed as suggested, reported no more, and run again without a leak, but for the few that say why they have no fix.

A leak is judged by the runtime's goroutine-leak profile (` + "`GOEXPERIMENT=goroutineleakprofile`" + `, Go 1.26), which finds goroutines that nothing can wake. A goroutine that goes on working, because a timer wakes it, is no leak to the profile; there the proof is that it is still alive after the process-wide shutdown.

Sources: *Uber* is the study of leaks in its services (Unveiling and Vanquishing Goroutine Leaks in Enterprise Microservices, CGO 2024), *LeakProf* the profiler it describes; *GCatch* and *GFix* are the detectors and patchers of Liu, Zhu, Qin, Chen and Song (Automatically Detecting and Fixing Concurrency Bugs in Go Software Systems, ASPLOS 2021); *GoBench* is the collection of Yuan and others (CGO 2021).

| Pattern | Source | Program | Verdict | Leak shown by |
|---|---|---|---|---|
`
