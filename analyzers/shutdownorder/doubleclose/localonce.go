package doubleclose

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// reportLocalOnces reports
//
//	func (w *Worker) Stop() {
//		var once sync.Once // a new one for each call
//		once.Do(func() { close(w.stop) })
//	}
//
// where the Once is a variable of the method, which uses it for that call only.
func reportLocalOnces(p *check.Pass, in *inspector.Inspector) {
	for cur, to := range calls.All(p.Pass) {
		do := to.Expr
		if len(do.Args) != 1 || to.Name != "(*sync.Once).Do" || p.Quiet(do.Pos()) {
			continue
		}
		lit, ok := ast.Unparen(do.Args[0]).(*ast.FuncLit)
		decl, isDecl := astindex.DeclAround(cur).(*ast.FuncDecl)
		once := localOnce(p, cur, do)
		if !ok || !isDecl || decl.Recv == nil || once == nil {
			continue
		}
		for _, stmt := range lit.Body.List {
			if call := closesField(p, decl, stmt); call != nil {
				p.Report(check.Finding{
					At: call,
					Message: fmt.Sprintf("a second call of %s panics with \"close of closed channel\": %s, declared at line %d, is new in each call and guards nothing",
						decl.Name.Name, once.Name(), p.Line(once.Pos())),
					Trace: []check.Hop{{Pos: once.Pos(), Message: "declared here"}},
				})
			}
		}
	}
}

// localOnce returns the variable of the function around a call of Do whose method that is, nil where it
// may be used a second time: by a function literal, in a loop, or by another statement.
func localOnce(p *check.Pass, cur inspector.Cursor, do *ast.CallExpr) *types.Var {
	sel, ok := ast.Unparen(do.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	id, _ := ast.Unparen(sel.X).(*ast.Ident)
	v, ok := p.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.Kind() != types.LocalVar || len(astindex.Of(p.Pass).Uses[v]) != 1 || loopAround(p, do) != nil {
		return nil
	}
	_, pointer := v.Type().Underlying().(*types.Pointer)
	if fn, ok := astindex.FuncAround(cur); !ok || v.Pos() < fn.Node().Pos() || pointer {
		return nil
	}
	return v
}

// closesField returns the call if a statement closes a channel of the method's receiver.
func closesField(p *check.Pass, decl *ast.FuncDecl, stmt ast.Stmt) *ast.CallExpr {
	expr, ok := stmt.(*ast.ExprStmt)
	if !ok {
		return nil
	}
	call, ok := expr.X.(*ast.CallExpr)
	if !ok || !callmatch.IsBuiltin(p.TypesInfo, call, "close") || !ofReceiver(p, decl, call.Args[0]) {
		return nil
	}
	return call
}
