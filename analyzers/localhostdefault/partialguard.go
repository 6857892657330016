package localhostdefault

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

var partialGuard = &check.Check{
	Slug:       "partial-guard",
	Title:      "some local addresses are refused, and others of the same configuration are not",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Run:        runPartialGuard,
}

// runPartialGuard reports
//
//	if strings.Contains(c.MongoURI, "localhost") { return errors.New(…) }
//
// when other fields of c default to a local address too and are not tested.
// Silent when the test does not lead out of the function, and for fields that
// are not known to be dialled.
func runPartialGuard(p *check.Pass) {
	m := modelOf(p.Pass)
	for _, g := range m.guards {
		if p.Quiet(g.test.Pos()) || !g.stmt.Valid() || !refusing(g.stmt.Node().(*ast.IfStmt)) {
			continue
		}
		var guarded *setting
		var others []*setting
		for _, s := range m.settings {
			switch {
			case s.field == nil || !s.field.IsField() || !s.dialled || s.safe.IsValid() || len(s.doubts) > 0:
			case s.field == g.v:
				guarded = s
			case s.guard == nil && siblings(p.Pkg, s.field, g.v) && !named(others, s.field):
				others = append(others, s)
			}
		}
		if guarded == nil || len(others) == 0 {
			continue
		}
		p.Report(check.Finding{
			At: g.test,
			Message: fmt.Sprintf("a local %[2]s is accepted: %[1]s is refused when it is local, %[2]s %[3]s not",
				p.Source(g.tested), names(others), verb(others)),
			Trace: []check.Hop{{Pos: others[0].at.Pos(), Message: "defaults to a local address, and is not tested"}},
			Fix:   fixPartialGuard(p, g, guarded, others),
		})
	}
}

// named reports whether a field that has defaults in several places is in list.
func named(list []*setting, field *types.Var) bool {
	return slices.ContainsFunc(list, func(s *setting) bool { return s.field == field })
}

// refusing reports whether the body of a test ends in a return or a call, such
// as log.Fatal or append(errs, …), and not in a repair.
func refusing(stmt *ast.IfStmt) bool {
	if len(stmt.Body.List) == 0 || stmt.Else != nil {
		return false
	}
	switch last := stmt.Body.List[len(stmt.Body.List)-1].(type) {
	case *ast.ReturnStmt, *ast.ExprStmt:
		return true
	case *ast.AssignStmt:
		call, ok := last.Rhs[0].(*ast.CallExpr)
		if !ok {
			return false
		}
		id, ok := ast.Unparen(call.Fun).(*ast.Ident)
		return ok && id.Name == "append"
	}
	return false
}

// siblings reports whether two fields belong to one struct type of pkg.
func siblings(pkg *types.Package, x, y *types.Var) bool {
	for _, name := range pkg.Scope().Names() {
		st, ok := pkg.Scope().Lookup(name).Type().Underlying().(*types.Struct)
		if !ok {
			continue
		}
		n := 0
		for f := range st.Fields() {
			if f == x || f == y {
				n++
			}
		}
		if n == 2 {
			return true
		}
	}
	return false
}

func names(list []*setting) string {
	var all []string
	for _, s := range list {
		all = append(all, s.field.Name())
	}
	if len(all) == 1 {
		return all[0]
	}
	return strings.Join(all[:len(all)-1], ", ") + " and " + all[len(all)-1]
}

func verb(list []*setting) string {
	if len(list) == 1 {
		return "is"
	}
	return "are"
}

// fixPartialGuard repeats the test for each of the others, with its field and
// its setting's name in the place of the tested one's.
func fixPartialGuard(p *check.Pass, g *guard, guarded *setting, others []*setting) *edit.Fix {
	e := p.Edit(g.test.Pos())
	sel, ok := ast.Unparen(g.tested).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	stmt := g.stmt.Node()
	text, owner := p.Source(stmt), p.Source(sel.X)
	indent := e.Indent(stmt.Pos())
	var lines []string
	for _, s := range others {
		repeated := strings.ReplaceAll(text, p.Source(sel), owner+"."+s.field.Name())
		if guarded.key != "" && s.key != "" {
			repeated = strings.ReplaceAll(repeated, guarded.key, s.key)
		}
		lines = append(lines, strings.Split(strings.ReplaceAll(repeated, "\n"+indent, "\n"), "\n")...)
	}
	e.After(stmt, lines...)
	return e.Fix("Refuse "+names(others)+" in the same way", "a local "+names(others)+" is refused where the test is made")
}
