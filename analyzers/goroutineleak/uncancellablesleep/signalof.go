package uncancellablesleep

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopsignal"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// errOf returns ctx of an if statement whose header asks ctx.Err().
func errOf(info *types.Info, n *ast.IfStmt) ast.Expr {
	var ctx ast.Expr
	find := func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && ctx == nil {
			ctx = stopsignal.ContextCall(info, call, "Err")
		}
		return true
	}
	ast.Inspect(n.Cond, find)
	if n.Init != nil {
		ast.Inspect(n.Init, find)
	}
	return ctx
}

// endsOnlyHere reports whether nothing can end ctx, a local context, while the function
// around cur is in its loop: it was made of a root context there, and its cancel function
// is only called, and not passed on before the loop has ended.
func endsOnlyHere(p *check.Pass, cur inspector.Cursor, loop ast.Node, ctx *types.Var) bool {
	fn, _ := syntax.Enclosing(p, cur)
	cancel := cancelOf(p, fn, ctx)
	if cancel == nil {
		return false
	}
	for _, use := range astindex.Of(p.Pass).Uses[cancel] {
		if use.Pos() > loop.End() {
			continue
		}
		c, ok := astindex.Find(cur.Inspector(), use)
		if !ok {
			return false
		}
		call, ok := c.Parent().Node().(*ast.CallExpr)
		if !ok || call.Fun != use || !runsIn(p, c, fn) {
			return false
		}
	}
	return true
}

// runsIn reports whether what is at cur runs in fn, or in a literal that fn defers.
func runsIn(p *check.Pass, cur inspector.Cursor, fn ast.Node) bool {
	around, _ := syntax.Enclosing(p, cur)
	if around == fn {
		return true
	}
	for lit := range cur.Enclosing((*ast.FuncLit)(nil)) {
		if _, deferred := lit.Parent().Parent().Node().(*ast.DeferStmt); !deferred {
			return false
		}
		outer, _ := syntax.Enclosing(p, lit.Parent())
		return outer == fn
	}
	return false
}

// cancelOf returns the variable of the cancel function that fn gets with ctx when
// it makes it of a root context, else nil.
func cancelOf(p *check.Pass, fn ast.Node, ctx *types.Var) *types.Var {
	var cancel *types.Var
	ast.Inspect(fn, func(n ast.Node) bool {
		made, id, value := pairOf(n)
		if made == nil || p.TypesInfo.ObjectOf(made) != ctx {
			return true
		}
		if call, ok := ast.Unparen(value).(*ast.CallExpr); ok && len(call.Args) > 0 {
			root, isCall := ast.Unparen(call.Args[0]).(*ast.CallExpr)
			if isCall && id != nil && catalog.ContextRoots[callmatch.CalleeName(p.TypesInfo, root)] {
				cancel, _ = p.TypesInfo.ObjectOf(id).(*types.Var)
			}
		}
		return false
	})
	return cancel
}

// pairOf returns the two names that n, an assignment or a declaration, gives the two
// results of a call; nil for what has no name, and for other nodes.
func pairOf(n ast.Node) (first, second *ast.Ident, value ast.Expr) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if len(n.Lhs) == 2 && len(n.Rhs) == 1 {
			first, _ = n.Lhs[0].(*ast.Ident)
			second, _ = n.Lhs[1].(*ast.Ident)
			return first, second, n.Rhs[0]
		}
	case *ast.ValueSpec:
		if len(n.Names) == 2 && len(n.Values) == 1 {
			return n.Names[0], n.Names[1], n.Values[0]
		}
	}
	return nil, nil, nil
}

// callsUser reports whether n calls a literal in a local variable that uses v.
func callsUser(p *check.Pass, cur inspector.Cursor, n ast.Node, v *types.Var) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if local := syntax.LocalVariable(p.TypesInfo, call.Fun); local != nil {
				lit, ok := localvar.Value(p.TypesInfo, syntax.OutermostFunc(cur), local).(*ast.FuncLit)
				found = found || ok && syntax.UsesIn(p.TypesInfo, lit, v)
			}
		}
		return !found
	})
	return found
}
