package outlivedcontext

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/intent"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
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
	bound := boundTo(p, cur, 2)
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
// call, as a variable, or, of a request, as the response to it.
func escaping(p *check.Pass, fn, call inspector.Cursor, bound string) string {
	if bound == "request" {
		return escapingResponse(p, fn, resultVar(p, call))
	}
	if _, ok := call.Parent().Node().(*ast.ReturnStmt); ok {
		return "the result of " + p.Name(call.Node().(*ast.CallExpr).Fun)
	}
	if bound == "response" {
		return openResponse(p, fn, resultVar(p, call))
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
