package mixedatomic

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/races/atomics"
)

// fixMixedAtomic makes the access an atomic one.
func fixMixedAtomic(p *check.Pass, m atomics.Mixed, expr ast.Expr) *edit.Fix {
	basic, ok := types.Unalias(m.Field.Type()).(*types.Basic)
	if !ok {
		return nil // a named type would have to be converted in both directions
	}
	kind, name := strings.ToUpper(basic.Name()[:1])+basic.Name()[1:], p.Source(expr)
	e := p.Edit(expr.Pos())
	call := func(op, args string) string {
		return fmt.Sprintf("%s.%s%s(&%s%s)", e.Import(expr.Pos(), "sync/atomic", "atomic"), op, kind, name, args)
	}
	if !m.Write {
		e.Replace(expr.Pos(), expr.End(), call("Load", ""))
		return e.Fix("Load "+name+" atomically", "")
	}
	stmt, _ := source.Statement(p, expr.Pos())
	switch stmt := stmt.(type) {
	case *ast.IncDecStmt:
		if stmt.Tok == token.INC {
			e.Replace(stmt.Pos(), stmt.End(), call("Add", ", 1"))
			return e.Fix("Count "+name+" atomically", "")
		}
	case *ast.AssignStmt:
		op := map[token.Token]string{token.ASSIGN: "Store", token.ADD_ASSIGN: "Add"}[stmt.Tok]
		if op != "" && len(stmt.Lhs) == 1 && len(stmt.Rhs) == 1 && !strings.Contains(p.Source(stmt.Rhs[0]), name) {
			e.Replace(stmt.Pos(), stmt.End(), call(op, ", "+p.Source(stmt.Rhs[0])))
			return e.Fix("Write "+name+" atomically", "")
		}
	}
	return nil
}
