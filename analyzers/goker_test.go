package analyzers_test

import (
	"encoding/csv"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// TestGoKer holds the suite against the blocking kernels of GoKer (Yuan et al., GoBench,
// CGO 2021), deadlocks and leaks of well-known projects, which are part of Go's own tests.
// Each is looked at as it is and as upstream repaired it, and both in other ways of writing.
// testdata/goker.csv says what is found as they are; UPDATE_GOLDEN writes it.
func TestGoKer(t *testing.T) {
	if testing.Short() {
		t.Skip("analyzes sixty programs in twenty ways")
	}
	t.Parallel()
	g := readGoKer(t)
	ways := maps.Clone(rewritings)
	ways["as it is"] = func(o original) map[string]string { return o.sources }
	ways["go (&G{&v}).run()"] = each((*shaper).asMethod)
	for way, rewrite := range ways {
		if found := g.found(t, way, rewrite, "bug"); found < 45 {
			t.Errorf("%s: %d kernels have a finding, want 45", way, found)
		}
		if silent := len(g.repairs) - g.found(t, way, rewrite, "repair"); silent < 40 {
			t.Errorf("%s: %d repaired kernels have no finding, want 40", way, silent)
		}
	}
	g.compare(t)
}

// exploring are the checks whose findings the exploration makes, beside what rules find.
var exploring = []string{
	"blocked-send", "blocked-receive", "wait-without-add", "double-lock", "lock-order", "blocking-under-lock",
	"lock-leak", "double-close", "close-before-drain", "unlock-unlocked",
}

// A goKer is the kernels, and what is found in them.
type goKer struct {
	suite   []*analysis.Analyzer
	names   []string
	repairs map[string][]repair
	rows    [][]string
}

// A repair is an edit of one line.
type repair struct {
	line       int
	edit, text string
}

func readGoKer(t *testing.T) *goKer {
	t.Helper()
	g := &goKer{repairs: make(map[string][]repair)}
	for _, a := range analyzers.New(check.Options{}) {
		g.suite = append(g.suite, a.Analyzer)
	}
	files, _ := filepath.Glob(filepath.Join(goKerDir(), "*.go"))
	for _, file := range files {
		if name := strings.TrimSuffix(filepath.Base(file), ".go"); name != "main" {
			g.names = append(g.names, name)
		}
	}
	if len(g.names) == 0 {
		t.Skip("this Go has no kernels of GoKer among its tests")
	}
	for _, row := range readCSV(t, "testdata/goker_repairs.csv") {
		line, err := strconv.Atoi(row[1])
		if err != nil {
			t.Fatal(err)
		}
		g.repairs[row[0]] = append(g.repairs[row[0]], repair{line, row[2], row[3]})
	}
	return g
}

func goKerDir() string {
	return filepath.Join(runtime.GOROOT(), "src/runtime/testdata/testgoroutineleakprofile/goker")
}

// found returns in how many kernels, as they are or repaired, something is found when they are
// written in some way.
func (g *goKer) found(t *testing.T, way string, rewrite func(original) map[string]string, form string) (count int) {
	t.Helper()
	for _, name := range g.names {
		sources := g.kernel(t, name, form)
		if sources == nil {
			continue
		}
		o := original{sources: sources}
		if o.p, o.compiles = load(sources); !o.compiles {
			t.Fatalf("%s does not compile as %s", name, form)
		}
		if other := rewrite(o); other != nil {
			sources = other
		}
		found, _ := lines(t, g.suite, sources) // none where the other way does not compile
		found = slices.DeleteFunc(found, func(f string) bool { return !slices.Contains(exploring, f[strings.LastIndexByte(f, '/')+1:]) })
		count += min(len(found), 1)
		for _, f := range found {
			place, id, _ := strings.Cut(f, " ")
			g.rows = append(g.rows, []string{way, name, form, place[strings.IndexByte(place, ':')+1:], id})
		}
	}
	t.Logf("%s: %d of %s", way, count, form)
	return count
}

// kernel returns a kernel as a program of its own, nil where no repair of it is known.
func (g *goKer) kernel(t *testing.T, name, form string) map[string]string {
	t.Helper()
	source, err := os.ReadFile(filepath.Join(goKerDir(), name+".go"))
	if err != nil {
		t.Fatal(err)
	}
	list := strings.SplitAfter(string(source), "\n")
	if form == "repair" {
		if g.repairs[name] == nil {
			return nil
		}
		for _, r := range g.repairs[name] {
			r.apply(list)
		}
	}
	return map[string]string{
		name + ".go": strings.Join(list, ""),
		"main.go":    "package main\n\nconst yieldCount = 10\n\nvar kernel func()\n\nfunc register(_ string, f func()) { kernel = f }\n\nfunc main() { kernel() }\n",
	}
}

// apply makes the edit, and leaves the other lines where they are.
func (r repair) apply(lines []string) {
	switch at := r.line - 1; r.edit {
	case "delete":
		lines[at] = "\n"
	case "replace":
		lines[at] = r.text + "\n"
	case "after":
		lines[at] += r.text + "\n"
	}
}

// compare holds what was found as the kernels are against testdata/goker.csv.
func (g *goKer) compare(t *testing.T) {
	t.Helper()
	const name = "testdata/goker.csv"
	var got [][]string
	for _, row := range g.rows {
		if row[0] == "as it is" {
			got = append(got, row[1:])
		}
	}
	slices.SortFunc(got, slices.Compare)
	if os.Getenv("UPDATE_GOLDEN") != "" {
		var b strings.Builder
		if err := csv.NewWriter(&b).WriteAll(append([][]string{{"kernel", "form", "line", "check"}}, got...)); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want := readCSV(t, name)
	for _, row := range missing(got, want) {
		t.Errorf("not in %s: %v", name, row)
	}
	for _, row := range missing(want, got) {
		t.Errorf("only in %s: %v", name, row)
	}
}

func missing(rows, from [][]string) [][]string {
	return slices.DeleteFunc(slices.Clone(rows), func(row []string) bool {
		return slices.ContainsFunc(from, func(other []string) bool { return slices.Equal(row, other) })
	})
}

// readCSV returns the rows of a file below its head.
func readCSV(t *testing.T, name string) [][]string {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return rows[1:]
}
