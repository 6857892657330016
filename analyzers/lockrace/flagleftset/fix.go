package flagleftset

import (
	"go/ast"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
)

// name returns the flag as the source has it where it is reset.
func (c *claim) name(p *check.Pass) string {
	switch stmt := c.statement(p).(type) {
	case *ast.AssignStmt:
		return p.Source(stmt.Lhs[0])
	case *ast.ExprStmt:
		call, ok := stmt.X.(*ast.CallExpr)
		if !ok {
			return ""
		}
		if sel, ok := call.Fun.(*ast.SelectorExpr); ok && p.TypesInfo.Selections[sel] != nil {
			return p.Source(sel.X)
		}
		if addr, ok := call.Args[0].(*ast.UnaryExpr); ok {
			return p.Source(addr.X)
		}
	}
	return ""
}

// statement returns the statement that resets the flag.
func (c *claim) statement(p *check.Pass) ast.Stmt {
	stmt, _ := source.Statement(p, c.reset.Pos())
	return stmt
}

// fix resets the flag before each return that leaves it set, under the lock that the other reset holds.
func fix(p *check.Pass, c *claim, exits []*ssa.Return) *edit.Fix {
	e := p.Edit(exits[0].Pos())
	for _, exit := range exits {
		stmt, _ := source.Find[*ast.ReturnStmt](p, exit.Pos())
		text, ok := c.text(p, exit)
		if stmt == nil || !ok {
			return nil
		}
		e.Before(stmt, text...)
	}
	return e.Fix("Reset "+c.name(p)+" on this path, too", "")
}

// text returns the lines that reset the flag before a return: with the lock that is acquired for the other reset,
// where the path does not hold it.
func (c *claim) text(p *check.Pass, exit *ssa.Return) ([]string, bool) {
	stmt, path := source.Statement(p, c.reset.Pos())
	line := p.Source(stmt)
	if _, atomic := stmt.(*ast.ExprStmt); atomic {
		return []string{line}, true
	}
	if assign, ok := stmt.(*ast.AssignStmt); !ok || len(assign.Lhs) != 1 {
		return nil, false
	}
	model := locks.Of(p.Pass)
	if model == nil {
		return nil, false
	}
	lock := lockBefore(p, astindex.Stmts(path[0]), stmt)
	held := holding.MayHold(model, exit.Block().Instrs[0])
	switch {
	case lock == nil || held && lock.Pos() > c.set.Pos():
		return nil, false
	case held:
		return []string{line}, true
	}
	mu := source.ReceiverText(p, lock)
	return []string{mu + ".Lock()", line, mu + ".Unlock()"}, mu != ""
}

// lockBefore returns the call in a list of statements that acquires a lock for a statement, or nil.
func lockBefore(p *check.Pass, list []ast.Stmt, stmt ast.Stmt) *ast.CallExpr {
	for i := slices.Index(list, stmt) - 1; i >= 0; i-- {
		expr, isExpr := list[i].(*ast.ExprStmt)
		if !isExpr {
			continue
		}
		call, isCall := ast.Unparen(expr.X).(*ast.CallExpr)
		if !isCall {
			continue
		}
		if lock, known := catalog.Locks[callmatch.CalleeName(p.TypesInfo, call)]; known && lock.Acquire {
			return call
		} else if known {
			return nil
		}
	}
	return nil
}
