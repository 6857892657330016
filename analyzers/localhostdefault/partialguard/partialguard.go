// Package partialguard is the check localhostdefault/partial-guard: some local addresses
// are refused, and others of the same configuration are not.
package partialguard

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers/localhostdefault/internal/setting"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

//go:embed partialguard.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of localhostdefault.
var Check = &check.Check{
	Slug:       "partial-guard",
	Title:      "some local addresses are refused, and others of the same configuration are not",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	if strings.Contains(c.MongoURI, "localhost") { return errors.New(…) }
//
// when other fields of c default to a local address too and are not tested.
// Silent when the test does not lead out of the function, and for fields that
// are not known to be dialled.
func run(p *check.Pass) {
	m := setting.Of(p.Pass)
	for _, g := range m.Guards {
		if p.Quiet(g.Test.Pos()) || !g.Stmt.Valid() || !refusing(g.Stmt.Node().(*ast.IfStmt)) {
			continue
		}
		var guarded *setting.Setting
		var others []*setting.Setting
		for _, s := range m.Settings {
			switch {
			case s.Field == nil || !s.Field.IsField() || !s.Dialled || s.Safe.IsValid() || len(s.Doubts) > 0:
			case s.Field == g.V:
				guarded = s
			case s.Guard == nil && siblings(p.Pkg, s.Field, g.V) && !named(others, s.Field):
				others = append(others, s)
			}
		}
		if guarded == nil || len(others) == 0 {
			continue
		}
		p.Report(check.Finding{
			At: g.Test,
			Message: fmt.Sprintf("a local %[2]s is accepted: %[1]s is refused when it is local, %[2]s %[3]s not",
				p.Source(g.Tested), names(others), verb(others)),
			Trace: []check.Hop{{Pos: others[0].At.Pos(), Message: "defaults to a local address, and is not tested"}},
			Fix:   fixPartialGuard(p, g, guarded, others),
		})
	}
}

// named reports whether a field that has defaults in several places is in list.
func named(list []*setting.Setting, field *types.Var) bool {
	return slices.ContainsFunc(list, func(s *setting.Setting) bool { return s.Field == field })
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

func names(list []*setting.Setting) string {
	var all []string
	for _, s := range list {
		all = append(all, s.Field.Name())
	}
	if len(all) == 1 {
		return all[0]
	}
	return strings.Join(all[:len(all)-1], ", ") + " and " + all[len(all)-1]
}

func verb(list []*setting.Setting) string {
	if len(list) == 1 {
		return "is"
	}
	return "are"
}
