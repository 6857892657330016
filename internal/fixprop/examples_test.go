package fixprop_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/fixprop"
)

// leastExamples keeps TestExamples from proving less and less: so many fixes are made at least.
const leastExamples = 300

// maxRounds is how often code is fixed until nothing is left to fix.
const maxRounds = 5

// TestExamples makes all fixes of the packages that the checks themselves are tested with,
// with all checks: the result compiles, has nothing left to fix, and has no new finding
// that is as bad as a fixed one. Packages that import more than the standard library are
// left out.
func TestExamples(t *testing.T) {
	t.Parallel()
	dirs, err := filepath.Glob("../../analyzers/*/*/testdata/src/" + os.Getenv("EXAMPLES") + "*")
	if err != nil {
		t.Fatal(err)
	}
	l := newLab(t, nil)
	fixes, odd := 0, 0
	for _, dir := range dirs {
		if files := sources(t, dir); len(files) > 0 {
			where := strings.TrimPrefix(filepath.ToSlash(dir), "../../analyzers/")
			fixes += l.fixAll(where, files)
			odd += l.fixAll(where+", odd", oddly(t, files))
		}
	}
	l.report()
	t.Logf("%d fixes of examples, %d where names are odd", fixes, odd)
	if min(fixes, odd) < leastExamples && os.Getenv("EXAMPLES") == "" {
		t.Errorf("%d fixes are not many: want %d", fixes, leastExamples)
	}
}

// sources returns the files of a package, its tests apart.
func sources(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	files := make(map[string][]byte)
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		if files[filepath.Base(name)], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// oddly returns a package that means the same and has other names.
func oddly(t *testing.T, files map[string][]byte) map[string][]byte {
	t.Helper()
	list := make(map[string][]byte)
	for name, text := range files {
		var err error
		if list[name], err = fixprop.Odd(text); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return list
}

// fixAll fixes a package until nothing is left to fix, and returns how many fixes that took.
func (l *lab) fixAll(where string, files map[string][]byte) (fixes int) {
	before, err := l.analyze("", files)
	if err != nil {
		return 0 // it imports what is not there, or is for another system
	}
	was, now := counts(before), before
	problem := func(format string, args ...any) {
		text := fmt.Sprintf(format, args...)
		l.problems[text] = append(l.problems[text], where)
	}
	worst := 0 // of what is fixed
	for _, d := range before {
		if d.title != "" {
			worst = max(worst, rank[l.severity[d.id]])
		}
	}
	for range maxRounds {
		made, applied := apply(files, now)
		if made == 0 {
			break
		}
		fixes += made
		if now, err = l.analyze("", applied); err != nil {
			problem("does not compile: %v", err)
			return fixes
		}
		files = applied
	}
	for _, d := range now {
		if d.title != "" {
			problem("%s: is fixed again and again: %s", d.id, d.title)
		}
	}
	for id, n := range counts(now) {
		if n > was[id] && rank[l.severity[id]] >= worst {
			problem("fixes bring %s", id)
		}
	}
	return fixes
}

// apply makes the fixes that do not overlap, and returns how many.
func apply(files map[string][]byte, found []diagnostic) (int, map[string][]byte) {
	byFile := make(map[string][]finding.Edit)
	made := 0
	for _, d := range found {
		if d.title == "" || slices.ContainsFunc(d.edits, func(e finding.Edit) bool { return overlaps(byFile[e.File], e) }) {
			continue
		}
		made++
		for _, e := range d.edits {
			if !slices.Contains(byFile[e.File], e) {
				byFile[e.File] = append(byFile[e.File], e)
			}
		}
	}
	applied := maps.Clone(files)
	for name, edits := range byFile {
		applied[name] = driver.Apply(bytes.Clone(files[name]), edits)
	}
	return made, applied
}

// overlaps reports whether an edit cannot be made beside others. An import that several fixes bring
// is one edit.
func overlaps(others []finding.Edit, e finding.Edit) bool {
	return slices.ContainsFunc(others, func(o finding.Edit) bool { return o != e && e.Start <= o.End && o.Start <= e.End })
}
