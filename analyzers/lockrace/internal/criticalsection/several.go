package criticalsection

import (
	"go/ast"
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// Several puts the lock around each statement of one file that has one of the accesses: mutex
// returns it as the code at one of them writes it. It answers false where a statement cannot be
// surrounded: it may wait, or take the lock itself, or its value is used after it.
func Several(p *check.Pass, e *edit.Builder, places []token.Pos, mutex func(ast.Expr) Mutex) bool {
	done := make(map[ast.Stmt]bool)
	for _, pos := range places {
		stmt, around := source.Statement(p, pos)
		name := source.NameAt(p, pos)
		if stmt == nil || name == nil || p.Fset.File(pos) != p.Fset.File(places[0]) {
			return false
		}
		if outer := statementOf(around, places); outer != nil {
			stmt = outer
		}
		if done[stmt] {
			continue
		}
		done[stmt] = true
		if !surround(p, e, stmt, pos, mutex(name)) {
			return false
		}
	}
	return len(done) > 0
}

// statementOf returns the outermost if or loop around a statement whose condition has one of the
// places: the whole of it belongs together.
func statementOf(around []ast.Node, places []token.Pos) ast.Stmt {
	var outer ast.Stmt
	for _, n := range around {
		var head ast.Node
		switch n := n.(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return outer
		case *ast.IfStmt:
			head = n.Cond
			if n.Init != nil {
				head = n.Init
			}
		case *ast.RangeStmt:
			head = n.X
		default:
			continue
		}
		for _, pos := range places {
			if head.Pos() <= pos && pos < head.End() {
				outer = n.(ast.Stmt)
			}
		}
	}
	return outer
}

// surround puts the lock around one statement.
func surround(p *check.Pass, e *edit.Builder, stmt ast.Stmt, pos token.Pos, m Mutex) bool {
	if ReleaseBefore(p, stmt, m) != nil || Calls(p, stmt) || elementTaken(p, pos) {
		return false
	}
	switch stmt := stmt.(type) {
	case *ast.ReturnStmt:
		if MapTaken(p, pos) != nil || !ShortWork(p, stmt) {
			return false
		}
		e.Before(stmt, m.Lock(), "defer "+m.Unlock())
		return true
	case *ast.IfStmt:
		if len(Returns(stmt)) > 0 || branches(stmt) {
			return false
		}
	case *ast.RangeStmt:
		if len(Returns(stmt)) > 0 {
			return false
		}
	case *ast.AssignStmt, *ast.IncDecStmt, *ast.ExprStmt:
		if MapTaken(p, pos) != nil {
			return false
		}
	default:
		return false
	}
	if !ShortWork(p, stmt) {
		return false
	}
	e.Before(stmt, m.Lock())
	e.After(stmt, m.Unlock())
	return true
}

// branches reports whether code leaves what is around it other than by a return.
func branches(code ast.Node) bool {
	found := false
	ast.Inspect(code, func(n ast.Node) bool {
		_, branch := n.(*ast.BranchStmt)
		found = found || branch
		return !found
	})
	return found
}
