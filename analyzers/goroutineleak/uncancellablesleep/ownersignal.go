package uncancellablesleep

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopsignal"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// ownerSignal returns the stop channel of the receiver whose method a pause at cur is in:
// one that is closed elsewhere, and that makes a caller of the method leave.
//
//	for { select { case <-p.broken: p.reconnect(); case <-p.quit: return } }
func ownerSignal(p *check.Pass, cur inspector.Cursor) *stopsignal.Signal {
	if fn, _ := syntax.Enclosing(p, cur); fn == nil {
		return nil
	} else if _, ok := fn.(*ast.FuncDecl); !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		decl := c.Node().(*ast.FuncDecl)
		fn, ok := p.TypesInfo.Defs[decl.Name].(*types.Func)
		if !ok || decl.Recv == nil || len(decl.Recv.List[0].Names) == 0 || decl.Recv.List[0].Names[0].Name == "_" {
			return nil
		}
		for _, call := range astindex.Of(p.Pass).Calls[fn] {
			if field, at := leavesFor(p, call.Expr, fn); field != nil && closesElsewhere(p, field, decl) {
				return &stopsignal.Signal{Expr: decl.Recv.List[0].Names[0].Name + "." + field.Name(), Pos: at.Pos()}
			}
		}
		return nil
	}
	return nil
}

// leavesFor returns the field of the receiver's type that the function around a call
// leaves its loop for.
func leavesFor(p *check.Pass, call *ast.CallExpr, fn *types.Func) (*types.Var, ast.Node) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	cur, found := ssainstr.CursorAt(p, call.Lparen)
	if !ok || !found {
		return nil, nil
	}
	for c := range cur.Enclosing((*ast.ForStmt)(nil)) {
		for clause := range c.Preorder((*ast.CommClause)(nil)) {
			comm := clause.Node().(*ast.CommClause)
			sig := stopsignal.SignalOf(p.TypesInfo, syntax.Received(comm.Comm))
			if sig == nil || sig.Ctx || !leavesLoop(comm.Body) {
				continue
			}
			path, ok := ast.Unparen(sig.Path).(*ast.SelectorExpr)
			if ok && p.Source(path.X) == p.Source(sel.X) && callmatch.Field(p.TypesInfo, path) != nil && fn.Signature().Recv() != nil {
				return callmatch.Field(p.TypesInfo, path), comm
			}
		}
	}
	return nil, nil
}

// closesElsewhere reports whether another function than decl closes the channel in a field.
func closesElsewhere(p *check.Pass, field *types.Var, decl *ast.FuncDecl) bool {
	for _, id := range astindex.Of(p.Pass).Uses[field.Origin()] {
		cur, ok := ssainstr.CursorAt(p, id.Pos())
		if !ok || syntax.Within(decl, id.Pos()) {
			continue
		}
		for c := range cur.Enclosing((*ast.CallExpr)(nil)) {
			if callmatch.IsBuiltin(p.TypesInfo, c.Node().(*ast.CallExpr), "close") {
				return true
			}
			break
		}
	}
	return false
}
