package jobsafety

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
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
	stmt, found := statementOf(cur)
	if !ok || !found {
		return nil
	}
	zeros, ok := zeroResults(p, cur)
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

// statementOf returns the statement around cur that stands in a block.
func statementOf(cur inspector.Cursor) (inspector.Cursor, bool) {
	for c := range cur.Enclosing() {
		if _, ok := c.Node().(ast.Stmt); !ok {
			continue
		}
		switch c.Parent().Node().(type) {
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
			return c, true
		}
	}
	return cur, false
}

// zeroResults returns what the function around cur can return before its error
// result, false when that is not obvious or there is no error result.
func zeroResults(p *check.Pass, cur inspector.Cursor) ([]string, bool) {
	var ft *ast.FuncType
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		if decl, ok := fn.Node().(*ast.FuncDecl); ok {
			ft = decl.Type
		} else {
			ft = fn.Node().(*ast.FuncLit).Type
		}
		break
	}
	if ft == nil || ft.Results == nil {
		return nil, false
	}
	var zeros []string
	for _, field := range ft.Results.List {
		zero, ok := zeroOf(p, field.Type)
		if !ok {
			return nil, false
		}
		for range max(1, len(field.Names)) {
			zeros = append(zeros, zero)
		}
	}
	last := p.TypesInfo.TypeOf(ft.Results.List[len(ft.Results.List)-1].Type)
	if !callmatch.IsError(last) {
		return nil, false
	}
	return zeros[:len(zeros)-1], true
}

func zeroOf(p *check.Pass, expr ast.Expr) (string, bool) {
	switch t := p.TypesInfo.TypeOf(expr).Underlying().(type) {
	case *types.Basic:
		switch {
		case t.Info()&types.IsBoolean != 0:
			return "false", true
		case t.Info()&types.IsString != 0:
			return `""`, true
		case t.Info()&types.IsNumeric != 0:
			return "0", true
		}
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Interface, *types.Signature:
		return "nil", true
	case *types.Struct:
		return p.Source(expr) + "{}", true
	}
	return "", false
}
