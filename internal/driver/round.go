package driver

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// A round is one application of fixes to the files as they are on disk.
type round struct {
	cfg      Config
	fc       FixConfig
	trial    bool            // nothing will be written: what the module does not require is not fetched
	known    map[string]bool // fingerprints of findings that stay as they are
	unended  map[string]bool // packages in which nothing may hang on lifecycle: no main ends it
	modules  []module
	copies   string            // a directory for copies
	untested map[string]bool   // packages whose tests were broken before
	required requirement       // for the fixes that use the runtime package
	content  map[string][]byte // old content, by file
	preview  map[string][]byte // contents of files that earlier iterations have changed, in a dry run
	accepted map[string][]finding.Edit
	applied  []finding.Finding
	left     []Left
	waiting  []Left              // their fixes overlap applied ones, and are for the next iteration
	later    []Left              // their fixes do harm together with applied ones, and are for the next iteration, too
	found    map[place][]string  // what was found before
	imports  []*packages.Package // the configured packages, loaded on first use
}

func (r *round) run(ctx context.Context, findings []finding.Finding) error {
	var candidates []finding.Finding
	for _, f := range findings {
		switch {
		case f.Fix == nil && plainFixes(r.cfg):
			r.left = append(r.left, Left{Finding: f, Why: "it has no fix with the standard library alone"})
		case f.Fix == nil:
			r.left = append(r.left, Left{Finding: f, Why: "it has no automatic fix"})
		case !f.Fix.Safe && !r.fc.Suggested:
			r.left = append(r.left, Left{Finding: f, Why: "its fix changes behaviour; --suggested applies it"})
		case r.unended[f.Package] && edit.NeedsRun(f.Fix.Title):
			r.left = append(r.left, Left{Finding: f, Why: whyNotRun})
		case notOwn(r.modules, f.Fix) != "":
			r.left = append(r.left, Left{Finding: f, Why: notOwn(r.modules, f.Fix)})
		default:
			candidates = append(candidates, f)
		}
	}
	candidates, err := r.require(ctx, candidates)
	if err != nil {
		return err
	}
	for len(candidates) > 0 {
		r.cfg.phase("type-checking %s", finding.Count(len(candidates), "fix"))
		if err := r.apply(candidates); err != nil {
			return err
		}
		broken, err := r.verify(ctx)
		if err != nil {
			return err
		}
		if len(broken) == 0 {
			break
		}
		candidates, err = r.withoutBreaking(ctx, candidates, broken)
		if err != nil {
			return err
		}
	}
	if candidates, err = r.harmless(ctx, candidates); err != nil {
		return err
	}
	return r.apply(candidates)
}

// require adds the runtime package to the module, and returns the candidates that can be
// applied with the result.
func (r *round) require(ctx context.Context, candidates []finding.Finding) ([]finding.Finding, error) {
	var err error
	std := isStd(r.modules)
	if std {
		r.required.missing = "the standard library cannot import " + r.fc.Runtime + plainForm(r.cfg)
	} else if r.trial && imports(candidates, r.fc.Runtime) {
		if failure, _ := listFailure(ctx, r.cfg, r.fc.Runtime); failure != "" {
			r.required.missing = outOfReach(r.fc.Runtime)
		}
	} else if r.trial {
		return candidates, nil
	} else if r.required, err = require(ctx, r.cfg, r.fc.Runtime, r.copies, candidates); err != nil {
		return nil, err
	}
	if r.required.modfile != "" {
		r.cfg.modfile = r.required.modfile
	}
	if r.required.missing == "" {
		return candidates, nil
	}
	return slices.DeleteFunc(candidates, func(f finding.Finding) bool {
		needs := imports([]finding.Finding{f}, r.fc.Runtime)
		if needs {
			r.left = append(r.left, Left{Finding: f, Why: r.required.missing, needsRuntime: r.trial && !std})
		}
		return needs
	}), nil
}

// apply accepts the candidates' edits, first come first served.
func (r *round) apply(candidates []finding.Finding) error {
	r.accepted, r.applied, r.waiting = make(map[string][]finding.Edit), nil, nil
	for _, f := range candidates {
		if !r.fits(f) || r.repeats(f) {
			r.waiting = append(r.waiting, Left{Finding: f, Why: "its fix overlaps another, and is made after that"})
			continue
		}
		for _, e := range f.Fix.Edits {
			if _, ok := r.content[e.File]; !ok {
				old, err := r.read(e.File)
				if err != nil {
					return fmt.Errorf("cannot fix: %w", err)
				}
				r.content[e.File] = old
			}
			if !slices.Contains(r.accepted[e.File], e) {
				r.accepted[e.File] = append(r.accepted[e.File], e)
			}
		}
		r.applied = append(r.applied, f)
	}
	return nil
}

// read returns the content of a file at the beginning of the iteration.
func (r *round) read(name string) ([]byte, error) {
	if text, ok := r.preview[name]; ok {
		return text, nil
	}
	return os.ReadFile(name)
}

// fits reports whether none of f's edits overlaps an accepted one. Identical
// edits, such as two fixes' import, count once; insertions at one place do not
// overlap.
func (r *round) fits(f finding.Finding) bool {
	for _, e := range f.Fix.Edits {
		for _, a := range r.accepted[e.File] {
			if a != e && e.Start < a.End && a.Start < e.End {
				return false
			}
			if a != e && (e.Start == e.End && a.Start < e.Start && e.Start < a.End || a.Start == a.End && e.Start < a.Start && a.Start < e.End) {
				return false
			}
		}
	}
	return true
}

// changes returns the files to write: those that the accepted edits alter, after
// the module's, without which they would not compile.
func (r *round) changes() []FileChange {
	edited := r.edited()
	if imports(r.applied, r.fc.Runtime) {
		return append(slices.Clone(r.required.changes), edited...)
	}
	return edited
}

// edited returns the files that the accepted edits alter.
func (r *round) edited() []FileChange {
	var list []FileChange
	for _, name := range slices.Sorted(maps.Keys(r.accepted)) {
		old := r.content[name]
		changed := Apply(old, r.accepted[name])
		if !bytes.Equal(old, changed) {
			list = append(list, FileChange{name, old, changed})
		}
	}
	return list
}
