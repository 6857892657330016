package lockrace

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/lockstate"
)

// dropOuter takes out the first acquisition, with its release, where nothing that it
// covers needs it but calls of functions that take the lock themselves:
//
//	mu.RLock()
//	defer mu.RUnlock()
//	s, err := String(key)
//	return err == nil && s != ""
func dropOuter(p *check.Pass, f *lockstate.Func, d lockstate.Double, held *ast.CallExpr) *edit.Fix {
	stmt, path := statement(p, held.Pos())
	if expr, ok := stmt.(*ast.ExprStmt); !ok || expr.X != held || len(path) == 0 {
		return nil
	}
	lock := receiverText(p, held)
	release := lock + "." + unlockName(d.Held.Read) + "()"
	list := astindex.Stmts(path[0])
	rest := list[slices.Index(list, stmt)+1:]
	at := slices.IndexFunc(rest, func(s ast.Stmt) bool { return p.Source(s) == release })
	covered := rest[:max(at, 0)]
	if len(rest) > 0 && p.Source(rest[0]) == "defer "+release {
		at, covered = 0, rest[1:]
	}
	var takers []*types.Func
	for _, other := range f.Doubles() {
		if other.Held.Pos == d.Held.Pos && !other.Op.Net {
			takers = append(takers, other.Op.Callee)
		}
	}
	if at < 0 || countText(p, path, release) != 1 || slices.ContainsFunc(covered, func(s ast.Stmt) bool { return needsLock(p, s, takers) }) {
		return nil
	}
	e := p.Edit(held.Pos())
	if at == 0 {
		e.DeleteStmts(stmt, rest[0])
	} else {
		e.DeleteLines(stmt)
		e.DeleteLines(rest[at])
	}
	return e.Fix("Remove the acquisition of "+lock+", which "+d.Op.Callee.Name()+" takes itself", "")
}

// needsLock reports whether a statement uses more than local variables and what
// takes the lock itself.
func needsLock(p *check.Pass, stmt ast.Stmt, takers []*types.Func) bool {
	needs := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt, *ast.DeferStmt, *ast.StarExpr, *ast.IndexExpr, *ast.SendStmt, *ast.SelectStmt:
			needs = true
		case *ast.UnaryExpr:
			needs = needs || n.Op == token.ARROW || n.Op == token.AND
		case *ast.Ident:
			v, ok := p.TypesInfo.ObjectOf(n).(*types.Var)
			needs = needs || ok && (v.IsField() || v.Parent() == p.Pkg.Scope())
		case *ast.CallExpr:
			fn := callmatch.Callee(p.TypesInfo, n)
			errorText := fn != nil && fn.Pkg() == nil // error's only method
			needs = needs || !errorText && !slices.Contains(takers, fn) && !isShort(p, n)
		}
		return !needs
	})
	return needs
}
