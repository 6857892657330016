package claimnorecovery

import (
	"fmt"
	"go/ast"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/statuses"
	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
)

// now matches what sets a column to the time of the claim.
var now = lazyregexp.New(`(?i)^(now\(\)|current_timestamp)$`)

// releaseSQL returns an UPDATE in the dialect of PostgreSQL, which is known by
// RETURNING or a numbered parameter.
func releaseSQL(p *check.Pass, s *statuses.Statement, c *claim, sel *ast.SelectorExpr) []string {
	if s.Set[c.field].Number || !strings.Contains(strings.ToUpper(s.Text), "RETURNING") && !strings.Contains(s.Text, "$1") {
		return nil
	}
	column := ""
	for name, v := range s.Set {
		if now().MatchString(v.SQL) && (column == "" || name < column) {
			column = name
		}
	}
	if column == "" || len(s.Call.Args) == 0 {
		return nil
	}
	exec, args := ".Exec(", ""
	if strings.HasSuffix(sel.Sel.Name, "Context") {
		exec, args = ".ExecContext(", p.Source(s.Call.Args[0])+", "
	}
	text := fmt.Sprintf("UPDATE %s SET %s = '%s' WHERE %s = '%s' AND %s < now() - interval '1 hour'", s.Table, c.field, c.from, c.field, c.to, column)
	return []string{"if _, err := " + p.Source(sel.X) + exec + args + fmt.Sprintf("%q)", text)}
}

// releaseORM returns a chain like that of the claim, from the same DB and for the
// same model.
func releaseORM(p *check.Pass, e *edit.Builder, s *statuses.Statement, c *claim) []string {
	column := timeSet(p, s)
	for link := s.Call; link != nil && column != "" && !s.Set[c.field].Number; {
		sel, ok := ast.Unparen(link.Fun).(*ast.SelectorExpr)
		if !ok {
			return nil
		}
		if callmatch.CalleeName(p.TypesInfo, link) == "(*gorm.io/gorm.DB).Model" && isExample(link.Args[0]) {
			t := e.Import(s.Call.Pos(), "time", "time")
			return []string{
				fmt.Sprintf("if err := %s.Model(%s).", p.Source(sel.X), p.Source(link.Args[0])),
				fmt.Sprintf("\tWhere(%q, %q, %s.Now().Add(-%s.Hour)).", c.field+" = ? AND "+column+" < ?", c.to, t, t),
				fmt.Sprintf("\tUpdate(%q, %q).Error", c.field, c.from),
			}
		}
		link, _ = ast.Unparen(sel.X).(*ast.CallExpr)
	}
	return nil
}

// isExample reports whether expr is &T{}, which stands for its type.
func isExample(expr ast.Expr) bool {
	ref, ok := ast.Unparen(expr).(*ast.UnaryExpr)
	if !ok {
		return false
	}
	lit, ok := ast.Unparen(ref.X).(*ast.CompositeLit)
	return ok && len(lit.Elts) == 0
}
