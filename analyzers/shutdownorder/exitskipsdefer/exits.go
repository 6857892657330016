package exitskipsdefer

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/cfg"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/starters"
)

// goesOn reports whether anything is called, received or sent after a node of a block.
func goesOn(b *cfg.Block, index int) bool {
	seen := make(map[*cfg.Block]bool)
	var works func(nodes []ast.Node, succs []*cfg.Block) bool
	works = func(nodes []ast.Node, succs []*cfg.Block) bool {
		return slices.ContainsFunc(nodes, mayTakeTime) || slices.ContainsFunc(succs, func(next *cfg.Block) bool {
			if seen[next] {
				return false
			}
			seen[next] = true
			return works(next.Nodes, next.Succs)
		})
	}
	return works(b.Nodes[index+1:], b.Succs)
}

// mayTakeTime reports whether a node calls, receives or sends something.
func mayTakeTime(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GoStmt, *ast.DeferStmt:
		return false
	case *ast.SendStmt, *ast.CallExpr:
		return true
	case *ast.UnaryExpr:
		return n.Op == token.ARROW
	}
	found := false
	ast.Inspect(n, func(inner ast.Node) bool {
		_, lit := inner.(*ast.FuncLit)
		found = found || inner != nil && inner != n && !lit && mayTakeTime(inner)
		return !found && !lit
	})
	return found
}

// exitsAt returns the exits that a statement makes, itself or in the goroutine that it
// starts, while the function around it continues.
func exitsAt(p *check.Pass, n ast.Node) []*ast.CallExpr {
	if body := startedBy(p, n); body != nil {
		return exitsIn(p, body)
	}
	if stmt, ok := n.(*ast.ExprStmt); ok && exits(p, stmt) != nil {
		return []*ast.CallExpr{exits(p, stmt)}
	}
	return exitsBelow(p, n, 2)
}

// exitsBelow returns the exits of the functions of the package that a statement calls in place, and of
// those that these call.
func exitsBelow(p *check.Pass, n ast.Node, depth int) (list []*ast.CallExpr) {
	switch n.(type) {
	case *ast.GoStmt, *ast.DeferStmt:
		return nil
	}
	index := astindex.Of(p.Pass)
	ast.Inspect(n, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if _, lit := n.(*ast.FuncLit); lit || !ok {
			return !lit
		}
		fn := callmatch.Callee(p.TypesInfo, call)
		if fn == nil || index.Decls[fn.Origin()] == nil || index.Decls[fn.Origin()].Body == nil {
			return true
		}
		body := index.Decls[fn.Origin()].Body
		list = append(list, exitsIn(p, body)...)
		if depth > 1 {
			list = append(list, exitsBelow(p, body, depth-1)...)
		}
		return true
	})
	return list
}

// exitsIn returns the exits of a body, which are statements of it.
func exitsIn(p *check.Pass, body *ast.BlockStmt) (list []*ast.CallExpr) {
	syntax.InOwn(body, func(n ast.Node) {
		if stmt, ok := n.(*ast.ExprStmt); ok && exits(p, stmt) != nil {
			list = append(list, exits(p, stmt))
		}
	})
	return list
}

// exits returns the call of a statement that ends the process, nil if it does not.
func exits(p *check.Pass, stmt *ast.ExprStmt) *ast.CallExpr {
	call, ok := ast.Unparen(stmt.X).(*ast.CallExpr)
	if !ok || !ssainstr.Exits(p, call) && ssainstr.ExitsOn(p, call) == nil {
		return nil
	}
	return call
}

// startedBy returns the body of the goroutine that a statement starts, with a literal or a function of
// the package, nil if it starts none: a go statement, or the call of what starts one.
func startedBy(p *check.Pass, n ast.Node) *ast.BlockStmt {
	if stmt, ok := n.(*ast.ExprStmt); ok {
		n = ast.Unparen(stmt.X)
	}
	index := starters.Of(p.Pass).Index()
	i := slices.IndexFunc(index.Starts, func(s astindex.Start) bool { return s.Node == n })
	if i < 0 {
		return nil
	}
	s := index.Starts[i]
	if s.Lit != nil {
		return s.Lit.Body
	}
	if decl := index.Decls[s.Func]; decl != nil {
		return decl.Body
	}
	return nil
}
