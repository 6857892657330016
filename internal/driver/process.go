package driver

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// This file judges fixes after which something ends with the process-wide default of the runtime
// package: only where every main of the program runs that is it ended, and the fix a fix.

// notRunID is the check that reports a main which does not.
const notRunID = "shutdownorder/lifecycle-not-run"

// whyNotRun is why a fix is left that nothing would end.
const whyNotRun = "with its fix it would end with lifecycle.Context, which no main of the program ends"

// settle calls those fixes safe that hang something on lifecycle where every main that the
// package is part of runs it.
func (res *Result) settle(ctx context.Context, cfg Config) error {
	return res.hanging(ctx, cfg, func(f *finding.Finding, programs []string) {
		if title, ok := edit.AtShutdown(f.Fix.Title); ok && res.ended(programs) {
			f.Fix = &finding.Fix{Title: title, Safe: true, Edits: f.Fix.Edits}
		}
	})
}

// dropUnended takes away those fixes that hang something on lifecycle where a main of the package does not run it, and
// no fix could let it: nothing would end what they change.
func (res *Result) dropUnended(ctx context.Context, cfg Config) error {
	will := make(map[string]bool)
	for _, path := range res.canRun {
		will[path] = true
	}
	for _, f := range slices.Concat(res.Findings, res.Below) {
		will[f.Package] = will[f.Package] || f.Fix != nil && runs(f.Fix)
	}
	return res.hanging(ctx, cfg, func(f *finding.Finding, programs []string) {
		if slices.ContainsFunc(programs, func(path string) bool { return !res.runs[path] && !will[path] }) {
			f.Fix, f.Unfixed = nil, "There is none: "+whyNotRun+"."
		}
	})
}

// runs reports whether a fix lets the code run the process-wide default.
func runs(fix *finding.Fix) bool {
	return slices.ContainsFunc(fix.Edits, func(e finding.Edit) bool { return edit.RunsProcess(e.New) })
}

// hanging calls judge for each finding whose fix hangs something on lifecycle, with the programs of its package.
func (res *Result) hanging(ctx context.Context, cfg Config, judge func(f *finding.Finding, programs []string)) error {
	var programs map[string][]string
	for _, list := range [][]finding.Finding{res.Findings, res.Below} {
		for i := range list {
			f := &list[i]
			if f.Fix == nil || !edit.NeedsRun(f.Fix.Title) {
				continue
			}
			if programs == nil {
				var err error
				if programs, err = allPrograms(ctx, cfg); err != nil {
					return err
				}
			}
			judge(f, programs[f.Package])
		}
	}
	return nil
}

// runsLifecycle notes programs that run it.
func (res *Result) runsLifecycle(programs ...string) {
	if res.runs == nil {
		res.runs = make(map[string]bool)
	}
	for _, path := range programs {
		res.runs[path] = true
	}
}

// ended reports whether there is a program, and each of them runs lifecycle.
func (res *Result) ended(programs []string) bool {
	return len(programs) > 0 && !slices.ContainsFunc(programs, func(path string) bool { return !res.runs[path] })
}

// allPrograms is [Programs] for all packages of the main modules, whichever are asked for.
func allPrograms(ctx context.Context, cfg Config) (map[string][]string, error) {
	all := cfg
	all.Patterns = nil
	for _, m := range mainModules(ctx, cfg) {
		all.Patterns = append(all.Patterns, filepath.Join(m.dir, "..."))
	}
	if all.Patterns == nil {
		all.Patterns = cfg.Patterns
	}
	return Programs(ctx, all)
}

// unended returns the packages whose fixes make something wait for lifecycle that,
// according to the last analysis, nothing ends.
func (out *FixResult) unended(ctx context.Context, cfg Config) (map[string]bool, error) {
	var programs map[string][]string
	packages := make(map[string]bool)
	for _, f := range out.Applied {
		if !edit.NeedsRun(f.Fix.Title) || packages[f.Package] {
			continue
		}
		if programs == nil {
			var err error
			if programs, err = allPrograms(ctx, cfg); err != nil {
				return nil, err
			}
		}
		if !out.Result.ended(programs[f.Package]) {
			packages[f.Package] = true
		}
	}
	return packages, nil
}
