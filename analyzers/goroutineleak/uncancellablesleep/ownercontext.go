package uncancellablesleep

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopsignal"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// ownerContext returns the context in a field of the receiver that a loop passes to its work, where another
// method of the receiver cancels one:
//
//	for {
//		if d.send(d.ctx) == nil {
//			return
//		}
//		time.Sleep(backoff)
//	}
func ownerContext(p *check.Pass, cur inspector.Cursor, loop ast.Node) *stopsignal.Signal {
	decl, ok := astindex.DeclAround(cur).(*ast.FuncDecl)
	if !ok || decl.Recv == nil || len(decl.Recv.List[0].Names) == 0 {
		return nil
	}
	recv := p.TypesInfo.Defs[decl.Recv.List[0].Names[0]]
	var found ast.Expr
	ast.Inspect(loop, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found != nil {
			return found == nil
		}
		for _, arg := range call.Args {
			sel, ok := ast.Unparen(arg).(*ast.SelectorExpr)
			if !ok || !callmatch.IsType(p.TypesInfo.TypeOf(sel), "context.Context") {
				continue
			}
			if id, ok := ast.Unparen(sel.X).(*ast.Ident); ok && recv != nil && p.TypesInfo.Uses[id] == recv {
				found = sel
			}
		}
		return found == nil
	})
	if found == nil || !canceledElsewhere(p, recv.Type(), decl) {
		return nil
	}
	return &stopsignal.Signal{Expr: p.Source(found), Path: found, Ctx: true, Pos: found.Pos(), Observed: true}
}

// canceledElsewhere reports whether another function than decl calls the cancel function in a field of a type.
func canceledElsewhere(p *check.Pass, t types.Type, decl *ast.FuncDecl) bool {
	st, ok := callmatch.Deref(t).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for field := range st.Fields() {
		if callmatch.IsType(field.Type(), "context.CancelFunc") && slices.ContainsFunc(astindex.Of(p.Pass).Uses[field.Origin()], func(id *ast.Ident) bool {
			return (id.Pos() < decl.Pos() || decl.End() < id.Pos()) && called(p, id)
		}) {
			return true
		}
	}
	return false
}

// called reports whether the field that a name selects is called there.
func called(p *check.Pass, id *ast.Ident) bool {
	cur, ok := ssainstr.CursorAt(p, id.Pos())
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.CallExpr)(nil)) {
		sel, ok := ast.Unparen(c.Node().(*ast.CallExpr).Fun).(*ast.SelectorExpr)
		return ok && sel.Sel == id
	}
	return false
}
