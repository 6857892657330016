package loops

import (
	"go/ast"
	"time"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxend"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxflow"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/fixes"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/intent"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/scope"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// shortWork is how long a shutdown can wait for work that has a deadline: the
// least grace period that platforms give.
const shortWork = 10 * time.Second

// Looped returns the loop that passes a root context to the work s in each iteration, nil
// if there is none, or if a doubt about that loop leaves the finding to
// background-over-param.
func Looped(p *check.Pass, root inspector.Cursor, s ctxflow.Sink) *Round {
	given := scope.AtHand(p, root)
	r := recurring(p, s.Call)
	if r == nil && given == nil {
		r = calledAgain(p, s.Call)
	}
	if r == nil || !waitsAgain(p, s) || !r.begin(p, s.Call) || given != nil && r.Tier() != verdict.High {
		return nil
	}
	r.Work = s.Call
	r.Doubts = append(r.Doubts, againDoubts(p, root, s, r)...)
	if pos, ok := intent.Wanted(p, root, s.Call); ok {
		r.Proof, r.Proved = verdict.Wanted, pos
	}
	if s.Limit.Set && 0 < s.Limit.D && s.Limit.D <= shortWork {
		r.Proof, r.Proved = verdict.Limited, s.Call.Node().Pos()
	}
	if s.Limit.Set && r.endsWith(p, s) {
		r.Proof, r.Proved = verdict.Limited, r.Ends.Pos()
	}
	if given != nil {
		fn, _ := astindex.FuncAround(s.Call)
		if e := ctxend.At(p, s.Call, fixes.GivenExpr(p, fn, given), true); e != nil {
			r.Proof, r.Proved = verdict.Handled, e.Pos
		}
	}
	return r
}

// endsWith reports whether the loop asks for the end of the context that it passes to the work: the limit is one of
// all iterations.
//
//	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
//	for ctx.Err() == nil {
//		attempt(ctx)
//	}
func (r *Round) endsWith(p *check.Pass, s ctxflow.Sink) bool {
	call, ok := r.Ends.(*ast.CallExpr)
	if !ok {
		return false
	}
	asks, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !callmatch.IsType(p.TypesInfo.TypeOf(asks.X), "context.Context") {
		return false
	}
	work := s.Call.Node().(*ast.CallExpr)
	ctx := callmatch.Object(p.TypesInfo, asks.X)
	return ctx != nil && s.Arg < len(work.Args) && callmatch.Object(p.TypesInfo, work.Args[s.Arg]) == ctx
}
