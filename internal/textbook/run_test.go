package textbook_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/textbook"
)

// A run is one pass over all cases.
type run struct {
	t         *testing.T
	cases     []textbook.Case
	found     *module // the bad and good sides
	fixed     *module // the bad sides with fixes applied
	unfixable map[string]bool
	problems  map[string][]string        // by case
	sources   map[string]textbook.Source // by package directory
	copies    map[string]fixedCopy       // by package directory
}

// A fixedCopy is a bad package with fixes applied.
type fixedCopy struct {
	c       textbook.Case
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
	tool := buildTool(t)
	r := &run{
		t: t, cases: cases,
		found: newModule(t, filepath.Join(out, "found"), tool), fixed: newModule(t, filepath.Join(out, "fixed"), tool),
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

// groups returns the checks of each group; default has none of its own.
func (r *run) groups() map[string]string {
	groups := make(map[string]string)
	for _, c := range r.cases {
		groups[group(c)] = c.Shape.Checks
	}
	return groups
}

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

// analyze holds the findings of the command against the marks, and those of the
// vet tool against the command's.
func (r *run) analyze() {
	for g, checks := range r.groups() {
		findings, broken := r.found.command(g, checks)
		var vetted map[string][]vetFinding
		if !commandOnly() {
			vetted = r.found.vet(g, checks)
		}
		for _, c := range r.cases {
			if group(c) == g {
				r.check(c, findings, broken, vetted)
			}
		}
	}
}

// commandOnly reports whether the vet tool is left out, for a quick look.
func commandOnly() bool { return os.Getenv("TEXTBOOK_VET") == "0" }

func (r *run) check(c textbook.Case, findings map[string][]finding.Finding, broken map[string]string, vetted map[string][]vetFinding) {
	for _, side := range sides {
		d := dir(c, side)
		if why, bad := broken[d]; bad {
			r.problem(c, "%s: does not compile: %s", side, why)
			return
		}
		if !commandOnly() {
			r.compare(c, side, findings[d], vetted[d])
		}
	}
	r.checkBad(c, findings[dir(c, "bad")])
	for _, f := range findings[dir(c, "good")] {
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
	r.copies[d] = fixedCopy{c, apply, all}
	r.fixed.write(d, driver.Apply(r.sources[dir(c, "bad")].Text, edits))
}

// overlap reports whether edits cannot be made in one go; the fix command makes
// them in rounds.
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
	for g, checks := range r.groups() {
		if !r.fixed.has(g) {
			continue
		}
		findings, broken := r.fixed.command(g, checks)
		for d, cp := range r.copies {
			if group(cp.c) == g {
				r.checkFixed(cp, findings[d], broken[d])
			}
		}
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

// compare holds the vet tool to the same findings, with the same fixes.
func (r *run) compare(c textbook.Case, side string, command []finding.Finding, vetted []vetFinding) {
	var want, got []string
	for _, f := range command {
		want = append(want, fmt.Sprintf("%s:%d fix:%t", f.ID, f.Start.Line, f.Fix != nil))
	}
	for _, f := range vetted {
		got = append(got, fmt.Sprintf("%s:%d fix:%t", f.id, f.line, f.fix))
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, got) {
		r.problem(c, "%s: vettool finds %q, command %q", side, got, want)
	}
}
