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
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// Works reports whether main, or what it calls in place, works until a context ends: in a loop of its own, by
// the call of a function that does, or in a loop over a channel on which a function of the package sends until then.
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
			case *ast.RangeStmt:
				found = found || sentUntilEnd(p, decl, n.X)
			}
		})
	}
	return found
}

// sentUntilEnd reports whether an expression is a channel that a function of the package returns, which sends on it
// in an endless loop that a context ends:
//
//	for j := range produce(ctx) {
func sentUntilEnd(p *check.Pass, fn *ast.FuncDecl, expr ast.Expr) (found bool) {
	if _, ok := p.TypesInfo.TypeOf(expr).Underlying().(*types.Chan); !ok {
		return false
	}
	if id, ok := ast.Unparen(expr).(*ast.Ident); ok {
		if v, ok := p.TypesInfo.Uses[id].(*types.Var); ok {
			expr = localvar.Definition(p.TypesInfo, fn, v)
		}
	}
	call, ok := expr.(*ast.CallExpr)
	if !ok {
		return false
	}
	callee := callmatch.Callee(p.TypesInfo, call)
	if callee == nil || signals.Of(p.Pass).Decl(callee) == nil {
		return false
	}
	ast.Inspect(signals.Of(p.Pass).Decl(callee), func(n ast.Node) bool {
		loop, ok := n.(*ast.ForStmt)
		found = found || ok && loop.Cond == nil && awaitsEnd(p, loop)
		return !found
	})
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
