// Package checktest is the harness for the checks of one analyzer.
//
// Each check has a directory <word>/testdata/src/<word>, a package in a GOPATH-style
// tree. The stubs of foreign APIs that the checks share are in testdata/src, under their
// import paths; the real runtime package is put beside them. Lines on which a finding is
// expected end in // want "regexp". A file with fixes has a golden file beside it.
//
// Beyond matching findings and goldens, Run demands of every check that
//   - it reports at least once and has an ok*.go file in which it stays silent;
//   - what it reports of low confidence is in files low*.go or nofix_low*.go;
//   - every finding carries a fix, unless the check says why not, and all fixes of
//     a file apply together;
//   - the fixed file type-checks, and is silent when run again;
//   - messages are one line, lower case, without a full stop, and end in the ID.
//
// A check that depends on a Go version has <word>/testdata/<word>*.txtar as well: a
// module with its own go.mod. An archive without one is compiled with the real
// packages that the catalog speaks of, where stubs are not to be trusted.
package checktest

import (
	"cmp"
	"go/format"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// A Variant is a directory of a check's testdata/src that is run with its own options. Its
// name begins with the word of the check it is for. Checks named in Options run together,
// as checks do that share their findings.
type Variant struct {
	Dir     string
	Options check.Options
}

// repaired ends the name of a directory that holds the example of a check's page as it
// should be, where that is not what the fix makes of it. Nothing is reported there.
const repaired = "_good"

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// home returns the directory of a check's testdata.
func home(c *check.Check) string { return filepath.Join(c.Word(), "testdata") }

// A job is one check on one directory.
type job struct {
	name      string
	dir       string // below the tree's root
	slug      string
	opts      check.Options
	variant   bool
	unfixable bool
	doubtful  bool // what it reports is of low confidence anyway
}

// Run tests every check of the analyzer.
func Run(t *testing.T, construct func(check.Options) *check.Analyzer, variants ...Variant) {
	t.Parallel()
	checks := construct(check.Options{}).Checks
	var jobs []job
	for _, c := range checks {
		jobs = append(jobs, job{name: c.Slug, dir: c.Word(), slug: c.Slug, unfixable: c.Unfixable != "", doubtful: c.Confidence == check.Doubtful})
		if good := c.Word() + repaired; isDir(filepath.Join(home(c), "src", good)) {
			jobs = append(jobs, job{name: good, dir: good, slug: c.Slug, variant: true})
		}
		for _, v := range variants {
			if word, _, _ := strings.Cut(v.Dir, "_"); word == c.Word() {
				jobs = append(jobs, job{v.Dir, v.Dir, cmp.Or(v.Options.Checks, c.Slug), v.Options, true, c.Unfixable != "", c.Confidence == check.Doubtful})
			}
		}
	}
	allListed(t, checks, jobs)
	runTree(t, construct, newTree(t, checks), jobs)
	runArchives(t, construct, checks)
}

// allListed reports directories of testdata that no job runs: what they want is compared with nothing.
func allListed(t *testing.T, checks []*check.Check, jobs []job) {
	t.Helper()
	for _, c := range checks {
		entries, err := os.ReadDir(filepath.Join(home(c), "src"))
		if err != nil {
			continue // it has archives alone
		}
		for _, entry := range entries {
			name := entry.Name()
			listed := slices.ContainsFunc(jobs, func(j job) bool { return j.dir == name || strings.HasPrefix(j.dir, name+"/") })
			if strings.HasPrefix(name, c.Word()+"_") && !listed {
				t.Errorf("%s: %s is no Variant of the analyzer's test", c.Slug, name)
			}
		}
	}
}

// runTree runs the check of every job, and then does the same with the fixed files.
func runTree(t *testing.T, construct func(check.Options) *check.Analyzer, tr *tree, jobs []job) {
	before := tr.load(t, dirs(jobs))
	fixed := make(map[string][]byte)
	var again []job
	for i, found := range before.analyze(t, construct, jobs) {
		t.Run(jobs[i].name, func(t *testing.T) {
			checkFindings(t, before, jobs[i], found)
			files := applyFixes(t, found)
			compareGoldens(t, tr, jobs[i], files)
			if len(files) > 0 {
				maps.Copy(fixed, files)
				again = append(again, jobs[i])
			}
		})
	}
	if t.Failed() || len(again) == 0 {
		return
	}
	for name, content := range fixed {
		writeFile(t, name, content)
	}
	for i, found := range tr.reload(t, dirs(again), before, fixed).analyze(t, construct, again) {
		t.Run(again[i].name+"/fixed", func(t *testing.T) {
			for _, f := range found {
				if !unfixed(f.posn.Filename) || f.Category == check.PanicCategory {
					t.Errorf("%s: still reported after the fix: %s", f.posn, f.Message)
				}
			}
		})
	}
}

func dirs(jobs []job) []string {
	var list []string
	for _, j := range jobs {
		list = append(list, j.dir)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// compareGoldens compares the fixed files with the job's *.golden; a file missing on either
// side is an error. With UPDATE_GOLDEN=1 in the environment it writes them instead.
func compareGoldens(t *testing.T, tr *tree, j job, fixed map[string][]byte) {
	t.Helper()
	got := make(map[string][]byte)
	for name, content := range fixed {
		nice, err := format.Source(content) // as the drivers do: a new field moves its neighbours' columns
		if err != nil {
			t.Errorf("%s: fixed file does not parse: %v", name, err)
		}
		got[filepath.Base(name)+".golden"] = nice
	}
	if os.Getenv("UPDATE_GOLDEN") != "" {
		tr.keep(t, j, got)
		return
	}
	goldens, err := filepath.Glob(filepath.Join(tr.src, j.dir, "*.golden"))
	if err != nil {
		t.Fatal(err)
	}
	for _, golden := range goldens {
		name := filepath.Base(golden)
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if content, ok := got[name]; !ok {
			t.Errorf("%s: no fix touches this file any more", filepath.Join(j.dir, name))
		} else if string(content) != string(want) {
			t.Errorf("%s differs from the fixed file:\n%s", filepath.Join(j.dir, name), diff(string(want), string(content)))
		}
		delete(got, name)
	}
	for name, content := range got {
		t.Errorf("%s is missing; the fixed file is:\n%s", name, content)
	}
}

// diff shows the lines that differ, which is enough to see what went wrong.
func diff(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	var b strings.Builder
	for i := range max(len(w), len(g)) {
		var x, y string
		if i < len(w) {
			x = w[i]
		}
		if i < len(g) {
			y = g[i]
		}
		if x != y {
			b.WriteString("-" + x + "\n+" + y + "\n")
		}
	}
	return b.String()
}

func sortFindings(list []finding) {
	slices.SortFunc(list, func(a, b finding) int {
		return cmp.Or(strings.Compare(a.posn.Filename, b.posn.Filename), cmp.Compare(a.posn.Offset, b.posn.Offset),
			strings.Compare(a.Message, b.Message))
	})
}
