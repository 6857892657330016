package edit

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// turns reports whether a statement of a counter or a channel is the second half of
// something that began before the edit. For a variable that is counted, and for what each
// iteration of a loop does to something outside of it, the first half, recognized by its
// operator, has to be before the edit.
func (s *skip) turns(stmt follower, of ast.Expr, operator string) bool {
	if !s.before(of) {
		return false
	}
	each := stmt.loop != nil && s.b.pass.TypesInfo.ObjectOf(rootIdent(of)).Pos() < stmt.loop.Pos()
	if _, plain := ast.Unparen(of).(*ast.Ident); !each && !(plain && operator == "++") {
		return true
	}
	found := false
	ast.Inspect(s.body, func(n ast.Node) bool {
		if n == nil || found || n.Pos() >= s.at {
			return false
		}
		switch n := n.(type) {
		case *ast.IncDecStmt:
			found = operator == "++" && n.Tok == token.INC && s.same(n.X, of)
		case *ast.SendStmt:
			found = operator == "<-" && s.same(n.Chan, of)
		case *ast.UnaryExpr:
			found = operator == "" && n.Op == token.ARROW && s.same(n.X, of)
		}
		return !found
	})
	return found
}

func (s *skip) same(x, y ast.Expr) bool { return Source(s.b.pass, x) == Source(s.b.pass, y) }

// named reports whether an expression is a variable, or a field of one; a ticker's channel
// is no field that code sends to.
func named(expr ast.Expr) bool {
	switch e := ast.Unparen(expr).(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return e.Sel.Name != "C" && named(e.X)
	}
	return false
}

// gives reports whether a call gives something back that was made before the edit.
func (s *skip) gives(call *ast.CallExpr) bool {
	info := s.b.pass.TypesInfo
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		if info.Types[fun].IsBuiltin() {
			return (fun.Name == "close" || fun.Name == "delete") && s.before(call.Args[0])
		}
		return isCancel(info.TypeOf(fun)) && s.before(fun) || s.givesByName(fun, call)
	case *ast.SelectorExpr:
		of := Source(s.b.pass, fun.X)
		if catalog.Acquires[fun.Sel.Name] {
			if fun.Sel.Name == "Add" && len(call.Args) == 1 && s.negative(call.Args[0]) {
				return s.before(fun.X)
			}
			s.taken = append(s.taken, of)
		}
		pkg, qualified := info.ObjectOf(rootIdent(fun.X)).(*types.PkgName)
		if qualified && pkg.Imported().Path() == "sync/atomic" && strings.HasPrefix(fun.Sel.Name, "Add") {
			return len(call.Args) == 2 && s.negative(call.Args[1])
		}
		if !catalog.GivesBackMethod(fun.Sel.Name) || slices.Contains(s.taken, of) {
			return false
		}
		if qualified {
			return pkg.Imported().Path() == "os" && len(call.Args) > 0 && s.before(call.Args[0])
		}
		return s.before(fun.X)
	}
	return false
}

// givesByName reports whether a function, or a variable, whose name says so releases one of
// its arguments.
func (s *skip) givesByName(fun *ast.Ident, call *ast.CallExpr) bool {
	if !catalog.GivesBackFunc(fun.Name) {
		return false
	}
	if _, variable := s.b.pass.TypesInfo.ObjectOf(fun).(*types.Var); variable {
		return s.before(fun)
	}
	return slices.ContainsFunc(call.Args, s.before)
}

// negative reports whether an expression is a constant below zero.
func (s *skip) negative(expr ast.Expr) bool {
	value := s.b.pass.TypesInfo.Types[expr].Value
	return value != nil && value.Kind() == constant.Int && constant.Sign(value) < 0
}

// before reports whether what an expression begins with was there before the edit, as the
// package's variables were.
func (s *skip) before(expr ast.Expr) bool {
	obj := s.b.pass.TypesInfo.ObjectOf(rootIdent(expr))
	return obj != nil && (obj.Pos() < s.at || obj.Pkg() != nil && obj.Parent() == obj.Pkg().Scope())
}
