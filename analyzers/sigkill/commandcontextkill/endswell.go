package commandcontextkill

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// endsWell reports whether the function that runs a command takes the end of the context for an orderly end
// of the command:
//
//	if err := cmd.Run(); err != nil && ctx.Err() == nil { return err }
//	return out, nil
func endsWell(p *check.Pass, in *inspector.Inspector, run ast.Node) bool {
	cur, ok := astindex.Find(in, run)
	if !ok {
		return false
	}
	fn, ok := astindex.FuncAround(cur)
	if !ok {
		return false
	}
	for c := range fn.Preorder((*ast.IfStmt)(nil)) {
		test := c.Node().(*ast.IfStmt)
		if canceled, live := asksEnd(p, test.Cond); test.End() > run.Pos() && (live || canceled && succeeds(p, test.Body)) {
			return true
		}
	}
	return false
}

// asksEnd reports whether a condition holds where the context has ended, and whether one holds where it has
// not.
func asksEnd(p *check.Pass, cond ast.Expr) (canceled, live bool) {
	switch e := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			live, canceled = asksEnd(p, e.X)
		}
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR {
			c1, l1 := asksEnd(p, e.X)
			c2, l2 := asksEnd(p, e.Y)
			return c1 || c2, l1 || l2
		}
		if call, ok := ast.Unparen(e.X).(*ast.CallExpr); ok && ofContext(p, call) {
			return e.Op == token.NEQ, e.Op == token.EQL
		}
	case *ast.CallExpr:
		if callmatch.CalleeName(p.TypesInfo, e) == "errors.Is" && len(e.Args) == 2 {
			sel, ok := ast.Unparen(e.Args[1]).(*ast.SelectorExpr)
			v := p.TypesInfo.Uses[selIdent(sel)]
			return ok && v != nil && v.Pkg() != nil && v.Pkg().Path() == "context" && v.Name() == "Canceled", false
		}
	}
	return canceled, live
}

func selIdent(sel *ast.SelectorExpr) *ast.Ident {
	if sel == nil {
		return nil
	}
	return sel.Sel
}

// ofContext reports whether a call is ctx.Err().
func ofContext(p *check.Pass, call *ast.CallExpr) bool {
	return callmatch.CalleeName(p.TypesInfo, call) == "(context.Context).Err"
}

// succeeds reports whether a block ends with a return that is no failure.
func succeeds(p *check.Pass, body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return true
	}
	ret, ok := body.List[len(body.List)-1].(*ast.ReturnStmt)
	return ok && (len(ret.Results) == 0 || p.TypesInfo.Types[ret.Results[len(ret.Results)-1]].IsNil())
}
