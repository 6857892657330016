package serving

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxloop"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
)

// Works reports whether main, or what it calls in place, works until a context ends: in a loop of its own, or by
// the call of a function that does.
func Works(p *check.Pass) bool {
	main := syntax.MainFunc(p)
	if main == nil || signals.Of(p.Pass).Decl(main) == nil {
		return false
	}
	found := false
	for _, decl := range InPlace(p, signals.Of(p.Pass).Decl(main)) {
		syntax.InOwn(decl.Body, func(n ast.Node) {
			switch n := n.(type) {
			case *ast.CallExpr:
				_, loops := ctxloop.Of(p.Pass).Context(callmatch.Callee(p.TypesInfo, n))
				found = found || loops
			case *ast.ForStmt:
				found = found || awaitsEnd(p, n)
			}
		})
	}
	return found
}

// awaitsEnd reports whether a select in a loop has a case for the end of a context.
func awaitsEnd(p *check.Pass, loop *ast.ForStmt) (found bool) {
	syntax.InOwn(loop.Body, func(n ast.Node) {
		clause, ok := n.(*ast.CommClause)
		if !ok {
			return
		}
		stmt, ok := clause.Comm.(*ast.ExprStmt)
		if !ok {
			return
		}
		recv, ok := ast.Unparen(stmt.X).(*ast.UnaryExpr)
		if !ok {
			return
		}
		call, ok := ast.Unparen(recv.X).(*ast.CallExpr)
		found = found || ok && callmatch.CalleeName(p.TypesInfo, call) == "(context.Context).Done"
	})
	return found
}

// InPlace returns main, and the functions of the package that it calls in place, directly or not.
func InPlace(p *check.Pass, main *ast.FuncDecl) []*ast.FuncDecl {
	index, list := astindex.Of(p.Pass), []*ast.FuncDecl{main}
	for i := 0; i < len(list); i++ {
		syntax.InOwn(list[i].Body, func(n ast.Node) {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return
			}
			fn := callmatch.Callee(p.TypesInfo, call)
			if fn == nil {
				return
			}
			decl := index.Decls[fn.Origin()]
			if decl != nil && decl.Body != nil && !slices.Contains(list, decl) && !started(index, fn, call) {
				list = append(list, decl)
			}
		})
	}
	return list
}

func started(index *astindex.Index, fn *types.Func, call *ast.CallExpr) bool {
	return slices.ContainsFunc(index.Calls[fn.Origin()], func(c astindex.Call) bool { return c.Expr == call && c.Go })
}
