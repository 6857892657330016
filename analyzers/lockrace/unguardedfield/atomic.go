package unguardedfield

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
	"github.com/lifecyclelint/lifecyclelint/internal/lockstate"
)

// makeAtomic gives a flag the type atomic.Bool, and each use of it Load or Store, where all uses are
// in one file and are reads or plain assignments.
func makeAtomic(p *check.Pass, u *lockstate.Unguarded, expr ast.Expr) *edit.Fix {
	of := declaredType(p, u, expr)
	if of == nil || u.Field.Exported() || !goversion.AtLeast(p.Version(expr.Pos()), "go1.19") {
		return nil
	}
	if owner := callmatch.Named(u.Struct); u.Struct != nil && (owner == nil || !edit.CanGrow(p.Pass, owner)) {
		return nil
	}
	e := p.Edit(expr.Pos())
	e.Replace(of.Pos(), of.End(), e.Import(of.Pos(), "sync/atomic", "atomic")+".Bool")
	for _, id := range astindex.Of(p.Pass).Uses[u.Field] {
		if p.Fset.File(id.Pos()) != p.Fset.File(expr.Pos()) || !replaceUse(p, e, id) {
			return nil
		}
	}
	return e.Fix("Make "+u.Field.Name()+" an atomic.Bool", "")
}

// declaredType returns the type in the declaration of a field or variable that is declared alone and
// without a value.
func declaredType(p *check.Pass, u *lockstate.Unguarded, expr ast.Expr) ast.Expr {
	switch line := declared(p, u.Field, expr.Pos()).(type) {
	case *ast.Field:
		return line.Type
	case *ast.ValueSpec:
		if len(line.Values) == 0 {
			return line.Type
		}
	case *ast.GenDecl:
		if spec, ok := line.Specs[0].(*ast.ValueSpec); ok && len(spec.Values) == 0 {
			return spec.Type
		}
	}
	return nil
}

// replaceUse makes one use of the flag an atomic operation.
func replaceUse(p *check.Pass, e *edit.Builder, id *ast.Ident) bool {
	name := source.NameAt(p, id.Pos())
	if name == nil || source.LastName(name) != id.Name {
		return false
	}
	switch around := parent(p, name).(type) {
	case *ast.AssignStmt:
		if !slices.Contains(around.Lhs, name) {
			break
		}
		if around.Tok != token.ASSIGN || len(around.Lhs) != 1 {
			return false
		}
		e.Replace(name.End(), around.Rhs[0].Pos(), ".Store(")
		e.Insert(around.Rhs[0].End(), ")")
		return true
	case *ast.UnaryExpr:
		if around.Op == token.AND {
			return false
		}
	case *ast.KeyValueExpr:
		if around.Key == name {
			return false
		}
	}
	e.Insert(name.End(), ".Load()")
	return true
}
