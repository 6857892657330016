package ctxbackground

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
)

var detachedWithoutTimeout = &check.Check{
	Slug:       "detached-without-timeout",
	Title:      "detached context has no deadline, so nothing ends what waits on it",
	Severity:   check.Medium,
	Confidence: check.OptIn, // on real services, half of what it finds is local work that does not hang
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
// returned or kept, so that a deadline may follow; for calls that only read
// values or start what is meant to live on; where a comment above says why; and in
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
			if s.limit.set || uses.Bounded(s.fn, s.arg) || uses.Kept(s.fn, s.arg) || s.fn != nil && startsSomething(s.fn.Name()) || constructs(s.fn) {
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

const detachedChange = "the work ends after 5 s"

// fixDetached sets the deadline where the context is detached:
//
//	ctx := context.WithoutCancel(ctx)  →  ctx, cancel := lifecycle.Detach(ctx, 5*time.Second)
//	                                      defer cancel()
func fixDetached(p *check.Pass, cur inspector.Cursor) *edit.Fix {
	root := cur.Node().(*ast.CallExpr)
	stmt, ok := statement(cur)
	if !ok || len(root.Args) != 1 {
		return nil
	}
	fn, _ := innermost(cur)
	if _, inGo := stmt.Node().(*ast.GoStmt); inGo || sharedWithGoroutine(cur, stmt) || makesLiving(p, fn.Node()) || usedInLoop(p, cur) {
		return nil // the cancel would have to go where the work ends
	}
	e := p.Edit(root.Pos())
	cancel := freeName(p, cur, "cancel")
	detach := detachCall(p, e, root, p.Source(root.Args[0]), seconds(p, e, root.Pos(), 5))
	assign, ok := stmt.Node().(*ast.AssignStmt)
	if ok && len(assign.Lhs) == 1 && assign.Rhs[0] == ast.Expr(root) {
		if assign.Tok != token.DEFINE {
			return nil
		}
		e.Insert(assign.Lhs[0].End(), ", "+cancel)
		e.Replace(root.Pos(), root.End(), detach)
		e.After(assign, "defer "+cancel+"()")
		return e.Fix("Set a deadline: "+detach, detachedChange)
	}
	name := freeName(p, cur, "detached")
	e.Before(stmt.Node(), name+", "+cancel+" := "+detach, "defer "+cancel+"()")
	e.Replace(root.Pos(), root.End(), name)
	return e.Fix("Set a deadline: "+detach, detachedChange)
}

// usedInLoop reports whether a loop behind the call at cur works with the context,
// in each of its rounds.
func usedInLoop(p *check.Pass, cur inspector.Cursor) bool {
	return slices.ContainsFunc(sinks(p, cur), func(s sink) bool {
		for c := range s.call.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
			return c.Node().Pos() > cur.Node().Pos()
		}
		return false
	})
}

// sharedWithGoroutine reports whether the function goes on to start goroutines,
// which may use the context after it has returned, or stands in a loop.
func sharedWithGoroutine(cur, stmt inspector.Cursor) bool {
	fn, ok := innermost(cur)
	if !ok {
		return true
	}
	for g := range fn.Preorder((*ast.GoStmt)(nil)) {
		if g.Node().Pos() > stmt.Node().Pos() {
			return true
		}
	}
	for c := range stmt.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch c.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return true
		}
		break
	}
	return false
}
