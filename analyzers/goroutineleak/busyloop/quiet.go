package busyloop

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// quiet reports whether a statement does nothing that takes time before the next attempt. What leaves
// the loop at the end of a branch may.
func (s *spin) quiet(stmt ast.Stmt) bool {
	test, ok := stmt.(*ast.IfStmt)
	if !ok {
		return s.onlyLogs([]ast.Stmt{stmt})
	}
	if test.Init != nil && !s.onlyLogs([]ast.Stmt{test.Init}) || !s.predicate(test.Cond) || !leaves(test.Body) && !s.allQuiet(test.Body.List) {
		return false
	}
	switch other := test.Else.(type) {
	case *ast.BlockStmt:
		return leaves(other) || s.allQuiet(other.List)
	case *ast.IfStmt:
		return s.quiet(other)
	}
	return true
}

func (s *spin) allQuiet(list []ast.Stmt) bool {
	return !slices.ContainsFunc(list, func(stmt ast.Stmt) bool { return !s.quiet(stmt) })
}

// predicate reports whether a condition takes no time: what it calls is known to be quick, of the
// standard library, or a function of the package that does not wait.
func (s *spin) predicate(cond ast.Expr) bool {
	quick := true
	ast.Inspect(cond, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			quick = false
		case *ast.UnaryExpr:
			quick = quick && n.Op != token.ARROW
		case *ast.CallExpr:
			fn := callmatch.Callee(s.p.TypesInfo, n)
			quick = quick && (s.quick(n) || fn != nil && (s.foreign(fn) && s.remote(n, 0) == "" || s.returnsSoon(fn)))
		}
		return quick
	})
	return quick
}

// foreign reports whether a function is of the standard library and does not pause.
func (s *spin) foreign(fn *types.Func) bool {
	return fn.Pkg() != s.p.Pkg && callmatch.Std(fn) && !catalog.Drains[callmatch.Name(fn)]
}

// returnsSoon reports whether a function of the package has nothing in its body that waits.
func (s *spin) returnsSoon(fn *types.Func) bool {
	decl := astindex.Of(s.p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil {
		return false
	}
	soon := true
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.SelectStmt, *ast.SendStmt, *ast.FuncLit:
			soon = false
		case *ast.UnaryExpr:
			soon = soon && n.Op != token.ARROW
		case *ast.CallExpr:
			callee := callmatch.Callee(s.p.TypesInfo, n)
			tv := s.p.TypesInfo.Types[n.Fun]
			soon = soon && (tv.IsType() || tv.IsBuiltin() || callee != nil && s.foreign(callee))
		}
		return soon
	})
	return soon
}

// leavesLater reports whether the last statement leaves the loop: the attempt has succeeded.
func (s *spin) leavesLater(rest []ast.Stmt) bool {
	return len(rest) > 0 && alwaysLeaves(rest[len(rest)-1])
}

// tests reports whether a condition compares an error with nil.
func (s *spin) tests(cond ast.Expr, failure types.Object, op token.Token) bool {
	bin, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || bin.Op != op || !s.p.TypesInfo.Types[bin.Y].IsNil() {
		return false
	}
	id, ok := ast.Unparen(bin.X).(*ast.Ident)
	return ok && failure != nil && s.p.TypesInfo.ObjectOf(id) == failure
}

// orSucceeded reports whether one side of a disjunction is that there is no error.
//
//	if err == nil || ctx.Err() != nil { return err }
func (s *spin) orSucceeded(cond ast.Expr, failure types.Object) bool {
	bin, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || bin.Op != token.LOR {
		return s.tests(cond, failure, token.EQL)
	}
	return s.orSucceeded(bin.X, failure) || s.orSucceeded(bin.Y, failure)
}

// asksContext reports whether a condition is about the end of a context.
func (s *spin) asksContext(cond ast.Expr) bool {
	found := false
	ast.Inspect(cond, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		found = found || ok && callmatch.CalleeName(s.p.TypesInfo, call) == "(context.Context).Err"
		return !found
	})
	return found
}

// alwaysLeaves reports whether a statement ends the loop or its iteration.
func alwaysLeaves(stmt ast.Stmt) bool {
	switch stmt.(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	}
	return false
}
