package claimnorecovery

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/statuses"
)

const (
	claimTitle   = "Release claims that are older than an hour before taking the next"
	claimChanges = "work that is claimed for more than an hour is done again: make the hour longer than any job takes, or renew the claim while it runs"
)

// fixClaim puts a statement before the claim that gives stale claims back. It
// needs to know when a record was claimed, from a time that the claim sets, and
// an error result to return an error by.
func fixClaim(p *check.Pass, cur inspector.Cursor, s *statuses.Statement, c *claim) *edit.Fix {
	sel, ok := ast.Unparen(s.Call.Fun).(*ast.SelectorExpr)
	stmt, found := astindex.Statement(cur)
	if !ok || !found || c.from == "" {
		return nil
	}
	zeros, ok := edit.ZeroResults(p.Pass, cur)
	if !ok {
		return nil
	}
	e := p.Edit(s.Call.Pos())
	var lines []string
	switch {
	case s.Mongo:
		lines = releaseMongo(p, e, s, c, p.Source(sel.X))
	case s.ORM:
		lines = releaseORM(p, e, s, c)
	default:
		lines = releaseSQL(p, s, c, sel)
	}
	if lines == nil {
		return nil
	}
	last := len(lines) - 1
	lines[last] += "; err != nil {"
	lines = append(lines, "\treturn "+strings.Join(append(zeros, "err"), ", "), "}")
	e.Before(stmt.Node(), lines...)
	return e.Fix(claimTitle, claimChanges)
}

// releaseMongo returns an UpdateMany in the terms of the claim.
func releaseMongo(p *check.Pass, e *edit.Builder, s *statuses.Statement, c *claim, collection string) []string {
	field := timeSet(p, s)
	doc := documentType(p, s.Call)
	if field == "" || doc == "" {
		return nil
	}
	t := e.Import(s.Call.Pos(), "time", "time")
	to, from := p.Source(s.Set[c.field].Expr), ""
	for _, v := range s.Where[c.field] {
		if v.Const == c.from {
			from = p.Source(v.Expr)
		}
	}
	return []string{
		fmt.Sprintf("if _, err := %s.UpdateMany(%s,", collection, p.Source(s.Call.Args[0])),
		fmt.Sprintf("\t%s{%q: %s, %q: %s{\"$lt\": %s.Now().Add(-%s.Hour)}},", doc, c.field, to, field, doc, t, t),
		fmt.Sprintf("\t%s{\"$set\": %s{%q: %s}})", doc, doc, c.field, from),
	}
}

// timeSet returns the field that the claim sets to a time, "" if there is none.
func timeSet(p *check.Pass, s *statuses.Statement) string {
	field := ""
	for name, v := range s.Set {
		if v.Expr != nil && isTime(p.TypesInfo.TypeOf(v.Expr)) && (field == "" || name < field) {
			field = name
		}
	}
	return field
}

// documentType returns the type of the map literals in call, bson.M most often.
func documentType(p *check.Pass, call *ast.CallExpr) string {
	found := ""
	for _, arg := range call.Args {
		ast.Inspect(arg, func(n ast.Node) bool {
			if lit, ok := n.(*ast.CompositeLit); ok && lit.Type != nil && found == "" {
				if _, isMap := p.TypesInfo.TypeOf(lit).Underlying().(*types.Map); isMap {
					found = p.Source(lit.Type)
				}
			}
			return found == ""
		})
	}
	return found
}

func isTime(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == "Time" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "time"
}
