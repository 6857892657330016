package outlivedcontext

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxend"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/intent"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// returnsEnded reports a result that works as long as the context does with which it was
// made, and that is returned when a deferred cancel ends it.
//
//	ctx, cancel := context.WithTimeout(ctx, time.Second)
//	defer cancel()
//	return s.db.QueryContext(ctx, query)
func returnsEnded(p *check.Pass, cur inspector.Cursor) {
	call := cur.Node().(*ast.CallExpr)
	bound := catalog.ContextBound[callmatch.CalleeName(p.TypesInfo, call)]
	fn, ok := astindex.FuncAround(cur)
	if bound == "" || !ok {
		return
	}
	for _, arg := range call.Args {
		end := endsBehind(p, fn, syntax.CursorAt(cur, arg))
		if end == nil || !end.deferred {
			continue
		}
		what := escaping(p, fn, cur, bound)
		if what == "" {
			return
		}
		if pos, ok := intent.Wanted(p, cur); ok {
			p.Safe(arg, p.Source(arg), verdict.Wanted, pos)
			return
		}
		p.Report(check.Finding{
			At:      arg,
			Message: fmt.Sprintf("%s: %s is returned, and needs %s, which is canceled when %s", catalog.BoundFate[bound], what, p.Source(arg), end.how),
			Trace:   []check.Hop{{Pos: end.pos, Message: "the context is canceled here, when the function returns"}},
		})
		return
	}
}

// escaping returns a name for what a call gives if fn returns that: as the result of the
// call, as a variable, or, of a request, as the answer to it.
func escaping(p *check.Pass, fn, call inspector.Cursor, bound string) string {
	if bound == "request" {
		return escapingAnswer(p, fn, resultVar(p, call))
	}
	if _, ok := call.Parent().Node().(*ast.ReturnStmt); ok {
		return "the result of " + p.Name(call.Node().(*ast.CallExpr).Fun)
	}
	if v := resultVar(p, call); returnsVar(p, fn, v) || v != nil && leavesInside(p, fn, v) {
		return v.Name()
	}
	return ""
}

// leavesInside reports whether a value that holds v leaves fn, or v is put into one that was
// there before.
//
//	return &Watch{stream: stream}, nil
func leavesInside(p *check.Pass, fn inspector.Cursor, v *types.Var) bool {
	for cur := range fn.Preorder((*ast.Ident)(nil)) {
		if p.TypesInfo.Uses[cur.Node().(*ast.Ident)] != v {
			continue
		}
		switch cur.Parent().Node().(type) {
		case *ast.KeyValueExpr, *ast.CompositeLit, *ast.AssignStmt:
			if d := destinationOf(p, fn, cur); d != nil && d.way != sent {
				return true
			}
		}
	}
	return false
}

// resultVar returns the variable that holds the first result of a call for its whole life.
func resultVar(p *check.Pass, call inspector.Cursor) *types.Var {
	targets, _ := localvar.Targets(call)
	if len(targets) == 0 {
		return nil
	}
	id, ok := targets[0].(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := p.TypesInfo.ObjectOf(id).(*types.Var)
	return v
}

// escapingAnswer returns a name for the answer to a request if fn returns it, or its body.
// An answer whose body the function has read, or closes, is no more than a status.
func escapingAnswer(p *check.Pass, fn inspector.Cursor, req *types.Var) string {
	for cur := range fn.Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		if req == nil || len(call.Args) != 1 || ctxend.RootVar(p, call.Args[0]) != req || !catalog.RequestSenders[callmatch.CalleeName(p.TypesInfo, call)] {
			continue
		}
		if _, ok := cur.Parent().Node().(*ast.ReturnStmt); ok {
			return "the response to " + req.Name()
		}
		resp := resultVar(p, cur)
		if returnsBody(p, fn, resp) {
			return resp.Name() + ".Body"
		}
		if returnsVar(p, fn, resp) && !usesBody(p, fn, resp) {
			return resp.Name()
		}
	}
	return ""
}

func isBody(p *check.Pass, expr ast.Expr, resp *types.Var) bool {
	sel, ok := ast.Unparen(expr).(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Body" && resp != nil && ctxend.RootVar(p, sel.X) == resp
}

func returnsBody(p *check.Pass, fn inspector.Cursor, resp *types.Var) bool {
	return returnsExpr(fn, func(result ast.Expr) bool { return isBody(p, result, resp) })
}

func usesBody(p *check.Pass, fn inspector.Cursor, resp *types.Var) bool {
	for cur := range fn.Preorder((*ast.SelectorExpr)(nil)) {
		if isBody(p, cur.Node().(ast.Expr), resp) {
			return true
		}
	}
	return false
}
