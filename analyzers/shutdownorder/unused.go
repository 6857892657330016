package shutdownorder

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// unused reports whether call closes or stops a variable that nothing was done with
// on the way to the exit, but for what failed and leads there, and writes nothing to it:
// then there is nothing left to write or to finish.
func unused(p *check.Pass, graph *cfg.CFG, call, exit *ast.CallExpr, at *cfg.Block, index int) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !ends[sel.Sel.Name] || len(call.Args) > 0 {
		return false
	}
	id, ok := ast.Unparen(sel.X).(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := p.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.Parent() == p.Pkg.Scope() {
		return false
	}
	failed := failure(p, exit)
	for _, b := range graph.Blocks {
		for i, n := range b.Nodes {
			if (b == at && i < index || reaches(b, at)) && uses(p.TypesInfo, n, v) && (n != failed || written(p, n, v)) {
				return false
			}
		}
	}
	return true
}

var ends = map[string]bool{"Close": true, "Stop": true, "Shutdown": true}

// failure returns the statement whose error is why exit is called, nil if it is
// not the one before:
//
//	if err := db.Ping(); err != nil {
//		log.Fatal(err)
//	}
func failure(p *check.Pass, exit *ast.CallExpr) ast.Node {
	cur, ok := cursorOf(p, exit)
	if !ok {
		return nil
	}
	if cur, ok = statement(cur); !ok {
		return nil
	}
	cur = cur.Parent().Parent()
	branch, ok := cur.Node().(*ast.IfStmt)
	if !ok || !within(branch.Body, exit.Pos()) {
		return nil
	}
	before := branch.Init
	if prev, ok := cur.PrevSibling(); before == nil && ok {
		before, _ = prev.Node().(ast.Stmt)
	}
	assign, ok := before.(*ast.AssignStmt)
	if cond, isCmp := ast.Unparen(branch.Cond).(*ast.BinaryExpr); ok && isCmp && cond.Op == token.NEQ && sameVar(p.TypesInfo, cond.X, assign.Lhs[len(assign.Lhs)-1]) {
		return assign
	}
	return nil
}

// sameVar reports whether both expressions name one variable.
func sameVar(info *types.Info, a, b ast.Expr) bool {
	x, ok := ast.Unparen(a).(*ast.Ident)
	y, both := ast.Unparen(b).(*ast.Ident)
	return ok && both && info.ObjectOf(x) != nil && info.ObjectOf(x) == info.ObjectOf(y)
}

// uses reports whether a node of a graph does something with v. Making v does
// not, and neither does deferring its end.
func uses(info *types.Info, n ast.Node, v *types.Var) bool {
	if _, ok := n.(*ast.DeferStmt); ok {
		return false
	}
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if assign, ok := n.(*ast.AssignStmt); ok {
			for _, rhs := range assign.Rhs {
				found = found || uses(info, rhs, v)
			}
			return false
		}
		id, ok := n.(*ast.Ident)
		found = found || ok && info.Uses[id] == v
		return !found
	})
	return found
}
