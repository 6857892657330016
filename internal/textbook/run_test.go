package textbook_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/inprocess"
	"github.com/lifecyclelint/lifecyclelint/internal/textbook"
)

// A run is one pass over all cases.
type run struct {
	t         *testing.T
	cases     []textbook.Case
	world     *inprocess.World
	found     *module // the bad and good sides
	fixed     *module // the bad sides with fixes applied
	unfixable map[string]bool
	problems  map[string][]string        // by case
	sources   map[string]textbook.Source // by package directory
	verdicts  map[string]verdict         // by package directory
	copies    map[string]fixedCopy       // by package directory
}

// A fixedCopy is a bad package with fixes applied.
type fixedCopy struct {
	c       textbook.Case
	source  []byte
	applied []finding.Finding
	before  []finding.Finding
}

func newRun(t *testing.T, cases []textbook.Case) *run {
	out := os.Getenv("TEXTBOOK_OUT")
	if out == "" {
		out = t.TempDir()
	}
	out, err := filepath.Abs(out)
	if err != nil {
		t.Fatal(err)
	}
	r := &run{
		t: t, cases: cases,
		found: newModule(t, filepath.Join(out, "found")), fixed: newModule(t, filepath.Join(out, "fixed")),
		unfixable: make(map[string]bool), problems: make(map[string][]string), sources: make(map[string]textbook.Source),
		copies: make(map[string]fixedCopy),
	}
	for _, a := range analyzers.New(check.Options{}) {
		for _, c := range a.Checks {
			r.unfixable[c.ID()] = c.Unfixable != ""
		}
	}
	return r
}

func (r *run) problem(c textbook.Case, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if list := r.problems[c.ID()]; !slices.Contains(list, text) {
		r.problems[c.ID()] = append(list, text)
	}
}

// group is the directory of all packages that are analyzed with the same checks.
func group(c textbook.Case) string {
	if c.Shape.Checks == "" {
		return "default"
	}
	return strings.NewReplacer("/", "-", ",", "+").Replace(c.Shape.Checks)
}

func dir(c textbook.Case, side string) string { return group(c) + "/" + side + "/" + c.ID() }

var sides = []string{"bad", "good"}

func (r *run) generate() {
	for _, c := range r.cases {
		for _, side := range sides {
			src, err := c.Render(side)
			if err != nil {
				r.t.Fatal(err)
			}
			r.sources[dir(c, side)] = src
			r.found.write(dir(c, side), src.Text)
		}
	}
}

// load loads what the cases import, and what fixes may.
func (r *run) load() {
	paths := slices.Clone(textbook.Packages)
	for _, src := range r.sources {
		file, err := parser.ParseFile(token.NewFileSet(), "", src.Text, parser.ImportsOnly)
		if err != nil {
			r.t.Fatal(err)
		}
		for _, spec := range file.Imports {
			path, _ := strconv.Unquote(spec.Path.Value)
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	var err error
	r.world, err = inprocess.NewWorld(r.found.root, r.found.env(), suite(r.t, ""), slices.Compact(paths)...)
	if err != nil {
		r.t.Fatal(err)
	}
}

// analyze holds the findings against the marks.
func (r *run) analyze() {
	sources := make(map[string][]byte)
	for d, src := range r.sources {
		sources[d] = src.Text
	}
	r.verdicts = r.analyzed(r.found, sources)
	for _, c := range r.cases {
		r.check(c)
	}
}

func (r *run) check(c textbook.Case) {
	for _, side := range sides {
		if why := r.verdicts[dir(c, side)].broken; why != "" {
			r.problem(c, "%s: does not compile: %s", side, why)
			return
		}
	}
	r.checkBad(c, r.verdicts[dir(c, "bad")].found)
	for _, f := range r.verdicts[dir(c, "good")].found {
		r.problem(c, "good: reports %s", f.ID)
	}
}

func (r *run) checkBad(c textbook.Case, findings []finding.Finding) {
	want := slices.Clone(r.sources[dir(c, "bad")].Want)
	var elsewhere []string
	for _, f := range findings {
		i := slices.Index(want, f.Start.Line)
		switch {
		case f.ID != c.Shape.ID():
			if !slices.Contains(c.Shape.Also, f.ID) {
				r.problem(c, "bad: also reports %s", f.ID)
			}
		case i < 0:
			elsewhere = append(elsewhere, fmt.Sprint(f.Start.Line))
		default:
			want = slices.Delete(want, i, i+1)
			r.checkFix(c, f, findings)
		}
	}
	switch {
	case len(elsewhere) > 0 && len(want) > 0:
		r.problem(c, "bad: reported at another line")
	case len(elsewhere) > 0:
		r.problem(c, "bad: reported at more lines than marked")
	case len(want) > 0:
		r.problem(c, "bad: not reported")
	}
}

// checkFix makes the copies in which the finding's fix is applied: alone, and
// together with those of the others.
func (r *run) checkFix(c textbook.Case, f finding.Finding, all []finding.Finding) {
	switch {
	case f.Fix == nil && c.Shape.NoFix == "" && !r.unfixable[f.ID]:
		r.problem(c, "bad: no fix")
	case f.Fix != nil && c.Shape.NoFix != "":
		r.problem(c, "bad: there is a fix, though the shape says there is none")
	}
	if f.Fix == nil {
		return
	}
	r.copy(c, fmt.Sprintf("line%d", f.Start.Line), []finding.Finding{f}, all)
	together := slices.DeleteFunc(slices.Clone(all), func(f finding.Finding) bool { return f.Fix == nil })
	if len(together) > 1 {
		r.copy(c, "together", together, all)
	}
}

func (r *run) copy(c textbook.Case, name string, apply, all []finding.Finding) {
	var edits []finding.Edit
	for _, f := range apply {
		for _, e := range f.Fix.Edits {
			if !slices.Contains(edits, e) {
				edits = append(edits, e)
			}
		}
	}
	d := dir(c, name)
	if _, done := r.copies[d]; done || overlap(edits) {
		return
	}
	r.copies[d] = fixedCopy{c, driver.Apply(r.sources[dir(c, "bad")].Text, edits), apply, all}
	r.fixed.write(d, r.copies[d].source)
}

// overlap reports whether edits cannot be made together; the fix command makes them in
// several iterations.
func overlap(edits []finding.Edit) bool {
	for i, a := range edits {
		for _, b := range edits[:i] {
			if a.Start < b.End && b.Start < a.End {
				return true
			}
		}
	}
	return false
}

// fix analyzes the fixed copies: they compile, what was fixed is gone, and nothing
// has come.
func (r *run) fix() {
	sources := make(map[string][]byte)
	for d, cp := range r.copies {
		sources[d] = cp.source
	}
	verdicts := r.analyzed(r.fixed, sources)
	for d, cp := range r.copies {
		r.checkFixed(cp, verdicts[d].found, verdicts[d].broken)
	}
}

func (r *run) checkFixed(cp fixedCopy, findings []finding.Finding, broken string) {
	if broken != "" {
		r.problem(cp.c, "fix: does not compile: %s", broken)
		return
	}
	left, applied := count(cp.before), count(cp.applied)
	for id, n := range count(findings) {
		switch {
		case n <= left[id]-applied[id]:
		case applied[id] > 0:
			r.problem(cp.c, "fix: %s stays", id)
		default:
			r.problem(cp.c, "fix: brings %s", id)
		}
	}
}

func count(list []finding.Finding) map[string]int {
	n := make(map[string]int)
	for _, f := range list {
		n[f.ID]++
	}
	return n
}
