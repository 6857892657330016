package driver

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A place is where findings of one check are counted: edits change what they mark, and its
// lines, but not the function around it.
type place struct {
	id, pkg, function string
	low               bool // of low confidence
}

func placeOf(f finding.Finding) place {
	return place{f.ID, f.Package, f.Function, f.Confidence == verdict.Low}
}

// harmless returns those candidates that do what a fix is for: analyzed again with them,
// the findings are gone and nothing new is reported. The others are left, with the reason.
// All are tried together, and fewer in each attempt that fails: one costs an analysis.
func (r *round) harmless(ctx context.Context, candidates []finding.Finding) ([]finding.Finding, error) {
	if len(candidates) == 0 {
		return nil, nil
	}
	harm, err := r.try(ctx, candidates)
	if err != nil || len(harm) == 0 {
		return candidates, err
	}
	left := len(r.left)
	kept, off := r.fewer(candidates, harm)
	good, err := r.harmless(ctx, kept)
	switch {
	case err != nil || len(off) == 0:
		return good, err
	case len(r.left) > left: // the harm may have been theirs alone
		return r.harmless(ctx, append(good, off...))
	}
	for _, f := range off { // good in halves, not together
		r.later = append(r.later, Left{Finding: f, Why: "its fix does not go with another, and is made after that"})
	}
	return good, nil
}

// fewer divides the candidates: those to try next, and half of each group that the harm is blamed on, which
// is put off. One that is alone in its group is left.
func (r *round) fewer(candidates []finding.Finding, harm []harmDone) (kept, off []finding.Finding) {
	groupOf := blame(candidates, harm)
	size, tried := make(map[place]int), make(map[place]int)
	for _, f := range candidates {
		size[groupOf(f)]++
	}
	for _, f := range candidates {
		switch group := groupOf(f); {
		case group == place{}:
			kept = append(kept, f)
		case size[group] == 1:
			r.left = append(r.left, Left{Finding: f, Why: harm[0].why, harm: true})
		case tried[group] < (size[group]+1)/2:
			tried[group]++
			kept = append(kept, f)
		default:
			off = append(off, f)
		}
	}
	return kept, off
}

// blame returns a function that names the group of fixes with which one is blamed for the harm, the zero
// place for none: those of a function that has harm, where such have fixes, else those of its package.
// Where neither have fixes, the harm is in what imports them, and all may have done it.
func blame(candidates []finding.Finding, harm []harmDone) func(finding.Finding) place {
	in := func(at place) bool {
		return slices.ContainsFunc(harm, func(h harmDone) bool {
			return h.pkg == at.pkg && (at.function == "" || at.function == h.function)
		})
	}
	function := func(f finding.Finding) place { return place{pkg: f.Package, function: f.Function} }
	pkg := func(f finding.Finding) place { return place{pkg: f.Package} }
	for _, group := range []func(finding.Finding) place{function, pkg} {
		if slices.ContainsFunc(candidates, func(f finding.Finding) bool { return in(group(f)) }) {
			return func(f finding.Finding) (at place) {
				if in(group(f)) {
					at = group(f)
				}
				return at
			}
		}
	}
	return func(finding.Finding) place { return place{id: "all"} }
}

func split(list []finding.Finding, in func(finding.Finding) bool) (yes, no []finding.Finding) {
	for _, f := range list {
		if in(f) {
			yes = append(yes, f)
		} else {
			no = append(no, f)
		}
	}
	return yes, no
}

// TryFixes tries the fixes of the findings, those that change behaviour included, as [Fix] does
// before it writes: one that would not compile, would not take its finding away or would bring
// another is taken from its finding. One that needs the runtime package, which the module does not
// require yet, is not tried: nothing is fetched. Nor is one that is not the module's to change, which
// is not safe. runtime is the import path of the package.
func TryFixes(ctx context.Context, cfg Config, runtime string, res *Result) error {
	cfg, done, err := cfg.withScratch()
	if err != nil {
		return err
	}
	defer done()
	if err := cfg.embedded.add(cfg, res.absent); err != nil {
		return err
	}
	copies, err := cfg.scratch.Sub("fix")
	if err != nil {
		return err
	}
	if err := res.dropUnended(ctx, cfg); err != nil {
		return err
	}
	todo, _ := split(res.Findings, func(f finding.Finding) bool { return f.Fix != nil })
	modules, harm := mainModules(ctx, cfg), make(map[string]string)
	for range maxRounds { // fixes that overlap are tried one after the other
		r := &round{
			cfg: cfg, fc: FixConfig{Suggested: true, Runtime: runtime}, trial: true, modules: modules, copies: copies, untested: res.untested,
			content: make(map[string][]byte), found: byPlace(slices.Concat(res.Findings, res.Below, res.Suppressed)),
		}
		if err := r.run(ctx, todo); err != nil {
			return err
		}
		for _, l := range r.left {
			if l.harm {
				harm[l.Finding.Fingerprint] = l.Why
			}
		}
		todo = nil
		for _, l := range slices.Concat(r.waiting, r.later) {
			todo = append(todo, l.Finding)
		}
		if len(todo) == 0 || len(r.applied)+len(r.left) == 0 {
			break
		}
	}
	for i := range res.Findings {
		switch f := &res.Findings[i]; {
		case f.Fix == nil:
		case harm[f.Fingerprint] != "":
			f.Fix, f.Unfixed = nil, "The trial of its fix has failed: "+harm[f.Fingerprint]
		case notOwn(modules, f.Fix) != "":
			others := *f.Fix
			others.Safe = false
			f.Fix = &others
		}
	}
	return nil
}

// A harmDone says what fixes do beside what they are for, and where.
type harmDone struct{ pkg, function, why string }

// try analyzes the packages that the candidates' fixes change, and those that import them, as the
// fixes would leave them, and returns what speaks against that. The go command caches the outcome
// by the content of the files.
func (r *round) try(ctx context.Context, candidates []finding.Finding) ([]harmDone, error) {
	if err := r.apply(candidates); err != nil {
		return nil, err
	}
	cfg, err := r.changed(ctx)
	if err != nil || len(cfg.Patterns) == 0 {
		return nil, err
	}
	cfg.phase("trying %s", finding.Count(len(candidates), "fix"))
	after, err := Check(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("analyzing the fixed packages: %w", err)
	}
	return r.compare(after), nil
}

// compare returns what an analysis with the accepted edits has that speaks against them. A new finding of low
// confidence does not, whether the run asks for such or not: the tier of a run decides about no fix.
func (r *round) compare(after *Result) (harm []harmDone) {
	want, fixed := counts(r.found), counts(byPlace(r.applied))
	lowest := costs[check.High]
	for _, f := range r.applied {
		want[placeOf(f)]--
		lowest = min(lowest, costs[f.Severity])
	}
	is := counts(byPlace(after.Findings))
	moved := r.moved(want, is)
	for _, f := range after.Findings {
		at := placeOf(f)
		known := max(want[at], 0)
		if !at.low {
			known += max(want[place{at.id, at.pkg, at.function, true}], 0) // it was of low confidence
		}
		switch {
		case is[at] <= known, moved[said(f)]:
		case fixed[at] > 0:
			harm = append(harm, harmDone{f.Package, f.Function, "its fix would not take it away"})
		case f.ID == notRunID && f.Fix != nil: // whose fix is part of the change
		case f.ID == notRunID:
			harm = append(harm, harmDone{f.Package, f.Function, whyNotRun})
		case costs[f.Severity] >= lowest && !at.low:
			harm = append(harm, harmDone{f.Package, f.Function, "its fix would bring another finding: " + f.Message + " (" + f.ID + ")"})
		}
	}
	return harm
}

// moved returns what was reported in functions that have fewer findings now: a fix that gives the body
// of a function another name brings none of those that come along.
func (r *round) moved(want, is map[place]int) map[string]bool {
	texts := make(map[string]bool)
	for at, list := range r.found {
		if is[at] < want[at] {
			for _, text := range list {
				texts[text] = true
			}
		}
	}
	return texts
}

// lines are the numbers in a message, which edits change.
var lines = lazyregexp.New(`\d+`)

// said returns the check, the package and the message of a finding, without its lines.
func said(f finding.Finding) string {
	return f.ID + " " + f.Package + " " + lines().ReplaceAllString(f.Message, "#")
}

// byPlace returns what is said at each place.
func byPlace(findings []finding.Finding) map[place][]string {
	texts := make(map[place][]string)
	for _, f := range findings {
		texts[placeOf(f)] = append(texts[placeOf(f)], said(f))
	}
	return texts
}

// costs ranks the severities.
var costs = map[check.Severity]int{check.Low: 0, check.Medium: 1, check.High: 2}

// counts counts findings by their place.
func counts(found map[place][]string) map[place]int {
	n := make(map[place]int)
	for at, list := range found {
		n[at] = len(list)
	}
	return n
}

// changed returns the configuration with which the packages of the accepted edits, and those that
// import them, are analyzed as the edits leave them.
func (r *round) changed(ctx context.Context) (Config, error) {
	dir, err := r.cfg.scratch.Sub("trial")
	if err != nil {
		return Config{}, err
	}
	stand := &preview{dir: dir, content: maps.Clone(r.preview), replace: maps.Clone(r.cfg.replace)}
	if stand.content == nil {
		stand.content, stand.replace = make(map[string][]byte), make(map[string]string)
	}
	cfg, err := stand.after(r, r.cfg)
	if err != nil {
		return cfg, err
	}
	dirs := make(map[string]bool)
	for _, c := range r.edited() {
		dirs[filepath.Dir(c.Name)] = true
	}
	if err := r.addImporters(ctx, dirs); err != nil {
		return cfg, err
	}
	cfg.Patterns = slices.Sorted(maps.Keys(dirs))
	return cfg, nil
}

// addImporters adds the directories of the configured packages that import one of dirs.
func (r *round) addImporters(ctx context.Context, dirs map[string]bool) error {
	if len(dirs) == 0 {
		return nil
	}
	if r.imports == nil {
		loaded, err := packages.Load(&packages.Config{
			Context: ctx, Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports,
			Dir: r.cfg.Dir, Env: r.cfg.environ(), BuildFlags: buildFlags(r.cfg),
		}, patterns(r.cfg)...)
		if err != nil {
			return fmt.Errorf("looking for what imports the fixed packages: %w", err)
		}
		r.imports = loaded
	}
	changed := make(map[string]bool)
	for _, p := range r.imports {
		changed[p.PkgPath] = dirs[p.Dir]
	}
	for _, p := range r.imports {
		for path := range p.Imports {
			if changed[path] {
				dirs[p.Dir] = true
			}
		}
	}
	return nil
}
