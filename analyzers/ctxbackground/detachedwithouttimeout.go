package ctxbackground

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
)

var detachedWithoutTimeout = &check.Check{
	Slug:       "detached-without-timeout",
	Title:      "detached context has no deadline, so nothing ends what waits on it",
	Severity:   check.Medium,
	Confidence: check.Doubtful, // on real services, half of what it finds is local work that does not hang
	Heeds:      check.Detaches,
	Since:      "0.1.0",
	Imports:    []string{"context"},
	Run:        runDetachedWithoutTimeout,
}

// habit is how often the methods of a type detach contexts when they do so on
// principle.
const habit = 4

// runDetachedWithoutTimeout reports
//
//	tx.Commit(context.WithoutCancel(ctx))
//
// when no deadline is set between the two. Silent when one is set, by the callee
// too; when somebody can cancel what is derived from it; when it is stored,
// returned or kept, so that a deadline may follow; for function values, and calls that
// only read values or start what is meant to live on; where a comment above says why; and in
// the methods of a type that detaches as a habit.
func runDetachedWithoutTimeout(p *check.Pass) {
	detached := slices.DeleteFunc(calls(p, func(name string) bool { return name == "context.WithoutCancel" }), func(cur inspector.Cursor) bool {
		return ofRoot(p, cur) // which had no deadline to lose
	})
	times := make(map[*types.Named]int)
	for _, cur := range detached {
		times[methodOf(p, cur)]++
	}
	for _, cur := range detached {
		if t := methodOf(p, cur); t != nil && times[t] >= habit || commentedAbove(p, cur) {
			continue
		}
		for _, s := range sinks(p, cur) {
			uses := ctxuse.Of(p.Pass)
			if s.fn == nil || s.limit.set || uses.Bounded(s.fn, s.arg) || uses.Kept(s.fn, s.arg) || startsSomething(s.fn.Name()) || constructs(s.fn) {
				continue
			}
			reportDetached(p, cur, s)
			break
		}
	}
}

// ofRoot reports whether the call at cur is given a root context itself.
func ofRoot(p *check.Pass, cur inspector.Cursor) bool {
	args := cur.Node().(*ast.CallExpr).Args
	call, ok := ast.Unparen(args[0]).(*ast.CallExpr)
	return ok && catalog.ContextRoots[callmatch.CalleeName(p.TypesInfo, call)]
}

// methodOf returns the type whose method cur stands in, nil for other functions.
func methodOf(p *check.Pass, cur inspector.Cursor) *types.Named {
	for decl := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		fn, ok := p.TypesInfo.Defs[decl.Node().(*ast.FuncDecl).Name].(*types.Func)
		if !ok || fn.Signature().Recv() == nil {
			return nil
		}
		return callmatch.Named(fn.Signature().Recv().Type())
	}
	return nil
}

func reportDetached(p *check.Pass, cur inspector.Cursor, s sink) {
	call := s.call.Node().(*ast.CallExpr)
	var trace []check.Hop
	if p.Line(call.Pos()) != p.Line(cur.Node().Pos()) {
		trace = []check.Hop{{Pos: call.Pos(), Message: "waits with it here"}}
	}
	p.Report(check.Finding{
		At: cur.Node().(*ast.CallExpr),
		Message: fmt.Sprintf("%s has neither a deadline nor a cancel: if %s hangs, nothing ends it, shutdown included",
			p.Source(cur.Node()), p.Name(call.Fun)),
		Trace: trace,
		Fix:   fixDetached(p, cur),
	})
}
