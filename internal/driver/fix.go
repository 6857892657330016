package driver

import (
	"context"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// A FixConfig says which fixes to apply, and whether to write.
type FixConfig struct {
	Suggested bool   // also fixes that change behaviour
	DryRun    bool   // write nothing, and return what would be written
	Runtime   string // import path of the runtime package that fixes use
	NewFrom   string // leave what this revision has; "" for none
	Offline   bool   // of Propose: fetch nothing
}

// A FixResult is what a run of fixes did.
type FixResult struct {
	Applied []finding.Finding // their fixes are in Files
	Left    []Left            // found, but not fixed
	Files   []FileChange      // by name; go.mod and go.sum may be among them
	Result  *Result           // of the last analysis, for its problems
	Known   int               // findings that the revision of NewFrom has

	problems []Problem // of that revision
}

// Left is a finding that was not fixed, and why.
type Left struct {
	Finding finding.Finding
	Why     string

	harm         bool // its fix was tried, and does harm
	needsRuntime bool // it was not tried
}

// NeedsRuntime reports whether all that is known to keep the fix from being applied is
// that the module does not require the runtime package.
func (l Left) NeedsRuntime() bool { return l.needsRuntime }

// A FileChange is the old and new content of one file.
type FileChange struct {
	Name     string
	Old, New []byte
}

// maxRounds bounds how often fixes are applied and the result is analyzed again: fixes that
// overlap wait for the next iteration, and a fix may reveal a finding that the bug before
// it hid.
const maxRounds = 5

// Fix applies the fixes of the configured packages. Each iteration is tried in memory
// first: every changed package is type-checked, and analyzed together with its importers; a
// fix that would break its package, would not remove its finding or would add another that
// is as bad is left out and named. So is one after which something waits for
// lifecycle.Context in a program whose main does not run lifecycle, and cannot be made to
// by the fix of another finding. The files are written after the last iteration, each
// atomically, so a run that is killed leaves every file old or new; with an error nothing
// is written.
func Fix(ctx context.Context, cfg Config, fc FixConfig) (*FixResult, error) {
	if err := refuseTrimpath(ctx, cfg); err != nil {
		return nil, err
	}
	cfg, done, err := cfg.withScratch()
	if err != nil {
		return nil, err
	}
	defer done()
	first := &round{cfg: cfg, fc: fc, modules: mainModules(ctx, cfg)}
	if first.copies, err = cfg.scratch.Sub("fix"); err != nil {
		return nil, err
	}
	var problems []Problem
	if fc.NewFrom != "" {
		if first.known, problems, err = foundAt(ctx, cfg, fc.NewFrom); err != nil {
			return nil, err
		}
	}
	out, err := first.rounds(ctx, problems)
	if err != nil {
		return nil, err
	}
	if first.unended, err = out.unended(ctx, cfg); err != nil {
		return nil, err
	}
	if len(first.unended) > 0 {
		if out, err = first.rounds(ctx, problems); err != nil {
			return nil, err
		}
	}
	if fc.DryRun {
		return out, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return out, replaceFiles(cfg.scratch, out.Files)
}

// rounds applies fixes and analyzes the result in a loop, until nothing is left to do.
func (first *round) rounds(ctx context.Context, problems []Problem) (*FixResult, error) {
	out := &FixResult{problems: problems}
	original := make(map[string][]byte)
	seen := first.cfg
	dry := new(preview)
	var err error
	if dry.dir, err = seen.scratch.Sub("preview"); err != nil {
		return nil, err
	}
	for i := range maxRounds {
		if i > 0 {
			first.cfg.phase("analyzing the fixed packages")
		}
		r := *first
		r.cfg, r.content, r.preview = seen, make(map[string][]byte), dry.content
		more, err := out.round(ctx, &r, original)
		if err != nil {
			return nil, err
		}
		if !more {
			break
		}
		if seen, err = dry.after(&r, seen); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// round analyzes, and applies the fixes that can be applied. It reports whether something
// was changed, so that another iteration is needed.
func (out *FixResult) round(ctx context.Context, r *round, original map[string][]byte) (more bool, err error) {
	res, err := Check(ctx, r.cfg)
	if err != nil {
		return false, err
	}
	r.untested, r.found = res.untested, byPlace(slices.Concat(res.Findings, res.Below, res.Suppressed))
	fresh := without(res.Findings, r.known)
	if err := r.run(ctx, fresh); err != nil {
		return false, err
	}
	out.Known = len(res.Findings) - len(fresh)
	res.Problems = append(res.Problems, out.problems...)
	changes := r.changes()
	out.Result = res
	left := slices.Concat(r.left, r.waiting, r.later)
	for i := range left {
		left[i].Finding = r.onDisk(left[i].Finding, original)
	}
	for _, f := range r.applied {
		out.Applied = append(out.Applied, r.onDisk(f, original))
	}
	out.Left = left
	out.merge(changes, original)
	return len(changes) > 0, nil
}

// onDisk returns a finding of a dry run with the line that it has on disk: earlier
// iterations may have moved it.
func (r *round) onDisk(f finding.Finding, original map[string][]byte) finding.Finding {
	if now, changed := r.preview[f.File]; changed && r.fc.DryRun {
		f.Start.Line = lineBefore(original[f.File], now, f.Start.Line)
	}
	return f
}

func refuseTrimpath(ctx context.Context, cfg Config) error {
	out, err := goCommand(ctx, cfg, "env", "GOFLAGS").Output()
	if err == nil && strings.Contains(string(out), "-trimpath") {
		return usagef("GOFLAGS has -trimpath, with which the go command's cache may name files of another checkout: unset it to apply fixes")
	}
	return nil
}

// merge keeps, over all iterations, the first old content of a file and its last new one.
func (out *FixResult) merge(changes []FileChange, original map[string][]byte) {
	for _, c := range changes {
		if _, ok := original[c.Name]; !ok {
			original[c.Name] = c.Old
		}
		c.Old = original[c.Name]
		i, found := slices.BinarySearchFunc(out.Files, c.Name, func(f FileChange, name string) int { return strings.Compare(f.Name, name) })
		if found {
			out.Files[i] = c
		} else {
			out.Files = slices.Insert(out.Files, i, c)
		}
	}
}
