// Package report turns what the exploration has found into findings of checks: which check
// it belongs to, what the message says, and which steps of the run it shows.
package report

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/explore"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// Report reports what the exploration has found for the check, except what the checks of
// this analyzer have already reported on one of the lines that take part.
func Report(p *check.Pass) { With(p, Hooks{}) }

// Hooks are what a check adds to what the exploration has found: which findings it leaves out, and what it adds to
// one, as a fix. Both may be nil.
type Hooks struct {
	Leaves func(*explore.Finding) bool
	Add    func(*explore.Finding, *check.Finding)
}

// With is [Report] with the hooks of the check.
func With(p *check.Pass, hooks Hooks) {
	if len(astindex.Of(p.Pass).Starts) == 0 && !explore.HasTypes(p.Pkg) {
		return
	}
	result := explore.Of(p.Pass)
	if p.Check.Slug == "blocked-receive" { // once for all
		reportLeft(p, result)
	}
	for _, f := range result.Findings {
		if slugOf(f) != p.Check.Slug || p.Quiet(f.Site.Pos()) || onPurpose(f) || hooks.Leaves != nil && hooks.Leaves(f) {
			continue
		}
		sites := append([]ssa.Instruction{f.Site}, f.Others...)
		if f.Lock != nil {
			sites = append(sites, f.Lock)
		}
		if slices.ContainsFunc(sites, func(s ssa.Instruction) bool { return p.Reported(s.Pos()) }) || reportedAround(p, f) {
			continue
		}
		t := &teller{p, f}
		if found, ok := t.finding(); ok && !(low(found.Doubts) && p.ReportedLow(f.Site.Pos())) {
			if hooks.Add != nil {
				hooks.Add(f, &found)
			}
			p.Report(found)
		}
	}
}

// low reports whether doubts leave a finding of low confidence.
func low(doubts []check.Doubt) bool {
	return slices.ContainsFunc(doubts, func(d check.Doubt) bool { return !d.Ceiling.AtLeast(verdict.Medium) })
}

// reportLeft says which functions and types were not explored to the end.
func reportLeft(p *check.Pass, result *explore.Result) {
	for _, t := range result.LeftTypes {
		p.NotExplored(check.Span(t.Pos(), t.Pos()+token.Pos(len(t.Name()))), "calls of the methods of "+t.Name(), "the interleavings of calls of the methods of "+t.Name()+" are more than the budget of the exploration")
	}
	for _, fn := range result.Left {
		if decl, ok := fn.Syntax().(*ast.FuncDecl); ok {
			p.NotExplored(decl.Name, "goroutines that "+fn.Name()+" starts", "the interleavings of what "+fn.Name()+" starts are more than the budget of the exploration")
		}
	}
}

// reportedAround reports whether there is a finding in one of the functions that take part in
// the run: of this check, or of another one where the goroutine just waits to be stopped.
func reportedAround(p *check.Pass, f *explore.Finding) bool {
	fns := []*ssa.Function{f.Site.Parent()}
	for _, s := range f.Run {
		if s.Site == nil {
			fns = append(fns, s.Call)
			continue
		}
		fns = append(fns, s.Site.Parent())
		if g, ok := s.Site.(*ssa.Go); ok && g.Call.StaticCallee() != nil {
			fns = append(fns, g.Call.StaticCallee())
		}
	}
	for _, fn := range fns {
		fns = append(fns, callees(fn)...)
	}
	idle := f.Go != nil && (f.Kind == explore.Select || f.Kind == explore.Receive)
	return slices.ContainsFunc(fns, func(fn *ssa.Function) bool {
		return p.ToldWithin(top(fn).Syntax(), false)
	}) || idle && f.Root != nil && p.ToldWithin(top(f.Root).Syntax(), true)
}

// top returns the declared function around fn.
func top(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

// callees returns the functions of the package that fn calls by name.
func callees(fn *ssa.Function) []*ssa.Function {
	var list []*ssa.Function
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok && call.Call.StaticCallee() != nil && call.Call.StaticCallee().Blocks != nil {
				list = append(list, call.Call.StaticCallee())
			}
		}
	}
	return list
}

// onPurpose reports whether a function intentionally blocks forever, as its last statement.
// Waiting for goroutines that run forever is intended, too.
func onPurpose(f *explore.Finding) bool {
	if f.Panics {
		return false
	}
	if f.Go == nil && f.Running > 0 && f.Kind != explore.Send {
		return true
	}
	if f.Call != nil {
		return false
	}
	if f.Go != nil || len(f.Others) > 0 || f.Kind != explore.Receive {
		return false
	}
	rest := f.Site.Block().Instrs
	rest = rest[slices.Index(rest, f.Site)+1:]
	return !slices.ContainsFunc(rest, func(instr ssa.Instruction) bool {
		switch instr := instr.(type) {
		case *ssa.Return:
			return len(instr.Results) > 0
		case *ssa.DebugRef, *ssa.RunDefers:
			return false
		}
		return true
	})
}

// slugOf returns the check that a finding belongs to.
func slugOf(f *explore.Finding) string {
	if f.Panics {
		return panics[f.Kind]
	}
	switch f.Kind {
	case explore.Lock, explore.RLock, explore.Do:
		return slugs[f.Holder]
	}
	if f.Lock != nil {
		return "blocking-under-lock"
	}
	switch f.Kind {
	case explore.Send:
		return "blocked-send"
	case explore.Wait:
		return "wait-without-add"
	}
	return "blocked-receive"
}

var slugs = map[explore.Holder]string{
	explore.Itself:  "double-lock",
	explore.Waiting: "lock-order",
	explore.Blocked: "blocking-under-lock",
	explore.Gone:    "lock-leak",
}
