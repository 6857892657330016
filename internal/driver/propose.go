package driver

import (
	"context"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// Propose computes what one iteration of [Fix] would write for some findings of a result,
// and writes nothing: it is for tools that apply edits themselves. Offline, nothing is
// fetched, and a fix that needs the runtime package in a module that does not require it
// yet is left, with [Left.NeedsRuntime] set.
func Propose(ctx context.Context, cfg Config, fc FixConfig, res *Result, findings []finding.Finding) (*FixResult, error) {
	if err := refuseTrimpath(ctx, cfg); err != nil {
		return nil, err
	}
	cfg, done, err := cfg.withScratch()
	if err != nil {
		return nil, err
	}
	defer done()
	if err := cfg.embedded.add(cfg, res.absent); err != nil {
		return nil, err
	}
	copies, err := cfg.scratch.Sub("fix")
	if err != nil {
		return nil, err
	}
	r := &round{
		cfg: cfg, fc: fc, trial: fc.Offline, modules: mainModules(ctx, cfg), copies: copies, untested: res.untested,
		content: make(map[string][]byte), found: byPlace(slices.Concat(res.Findings, res.Below, res.Suppressed)),
	}
	if err := r.run(ctx, findings); err != nil {
		return nil, err
	}
	return &FixResult{Applied: r.applied, Left: slices.Concat(r.left, r.waiting, r.later), Files: r.changes(), Result: res}, nil
}
