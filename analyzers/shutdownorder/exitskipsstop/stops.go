package exitskipsstop

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// stops reports whether a call ends something, going by its name: a method, a function, or a
// variable that holds one.
func stops(p *check.Pass, call *ast.CallExpr) bool {
	if _, known := catalog.ServerStops[callmatch.CalleeName(p.TypesInfo, call)]; known {
		return true
	}
	return catalog.EndsByName(name(call))
}

// matters reports whether a call does more than the end of the process: it waits, flushes
// or notifies others. The kernel closes what is only closed.
func matters(p *check.Pass, call *ast.CallExpr) bool {
	if _, known := catalog.ServerStops[callmatch.CalleeName(p.TypesInfo, call)]; known {
		return true
	}
	return slices.ContainsFunc(catalog.Words(name(call)), func(w string) bool { return w != "close" && catalog.EndsByName(w) })
}

func laterMatters(p *check.Pass, list []ast.Stmt) bool {
	return slices.ContainsFunc(list, func(stmt ast.Stmt) bool {
		call := stopIn(p, stmt)
		return call != nil && matters(p, call)
	})
}

func name(call *ast.CallExpr) string {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return fun.Name
	case *ast.SelectorExpr:
		return fun.Sel.Name
	}
	return ""
}

// stopIn returns the first call of a statement that stops something when it runs: not one that
// is deferred, or in a function literal.
func stopIn(p *check.Pass, stmt ast.Stmt) *ast.CallExpr {
	var found *ast.CallExpr
	if stmt == nil {
		return nil
	}
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.DeferStmt, *ast.GoStmt:
			return false
		case *ast.CallExpr:
			if found == nil && stops(p, n) && !isLocal(p, n) {
				found = n
			}
		}
		return found == nil
	})
	return found
}

// isLocal reports whether a call only ends something of the function's own: a timer, the
// delivery of signals, a context.
func isLocal(p *check.Pass, call *ast.CallExpr) bool {
	return catalog.GoneWithProcess[callmatch.CalleeName(p.TypesInfo, call)]
}

// orderly reports whether the statements before, or the function around them, say that the
// program or an owner is being stopped: it waits for that, or is called after a stop.
func orderly(p *check.Pass, branch inspector.Cursor, before []ast.Stmt) bool {
	if slices.ContainsFunc(before, waits) {
		return true
	}
	for c := range branch.Enclosing((*ast.CommClause)(nil), (*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		switch n := c.Node().(type) {
		case *ast.CommClause:
			if n.Comm != nil && waits(n.Comm) {
				return true
			}
		case *ast.FuncDecl:
			return catalog.EndsByName(n.Name.Name)
		case *ast.FuncLit:
			return false
		}
	}
	return false
}

// waits reports whether a statement receives from a channel.
func waits(stmt ast.Stmt) bool {
	found := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt:
			return false
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		}
		return !found
	})
	return found
}
