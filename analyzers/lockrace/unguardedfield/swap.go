package unguardedfield

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
)

// swap makes one operation of a test of the flag and the assignment that follows it, since two calls
// may both pass the test before either assigns:
//
//	if !c.closed {      →  if !c.closed.Swap(true) {
//		close(c.queue)         close(c.queue)
//	}                      }
//	c.closed = true
//
//	if c.closed {       →  if c.closed.Swap(true) {
//		return                 return
//	}                      }
//	c.closed = true
//
// test is the read, with the operator if there is one.
func (f *flag) swap(test, name ast.Expr) bool {
	stmt, first := f.tested(test)
	if stmt == nil {
		return false
	}
	not, negated := test.(*ast.UnaryExpr)
	if negated && (not.Op != token.NOT || astindex.Jumps(stmt.Body)) {
		return false
	}
	set := f.setAfter(stmt, name)
	if set == nil && negated && first == stmt.Cond && len(stmt.Body.List) > 0 {
		set = f.sets(stmt.Body.List[0], name)
	}
	if set == nil {
		return false
	}
	for _, use := range f.uses {
		switch {
		case set.Pos() <= use.Pos() && use.Pos() < set.End():
			f.done[use] = true
		case stmt.Body.Pos() <= use.Pos() && use.Pos() < stmt.Body.End():
			return false
		}
	}
	f.e.DeleteStmts(set, set)
	switch {
	case !f.old:
		f.e.Insert(name.End(), ".Swap(true)")
	case negated:
		f.e.Replace(test.Pos(), test.End(), f.pkg+".CompareAndSwapInt32(&"+f.p.Source(name)+", 0, 1)")
	default:
		f.e.Replace(test.Pos(), test.End(), "!"+f.pkg+".CompareAndSwapInt32(&"+f.p.Source(name)+", 0, 1)")
	}
	return true
}

// tested returns the if whose condition is the test, or begins with it and has another one, and the
// operand that this is.
func (f *flag) tested(test ast.Expr) (*ast.IfStmt, ast.Expr) {
	node, first := parent(f.p, test), test
	if and, ok := node.(*ast.BinaryExpr); ok && and.Op == token.LAND && and.X == test {
		node, first = parent(f.p, and), test
		if stmt, ok := node.(*ast.IfStmt); !ok || stmt.Cond != and {
			return nil, nil
		}
	}
	stmt, ok := node.(*ast.IfStmt)
	if !ok || stmt.Init != nil || stmt.Else != nil {
		return nil, nil
	}
	return stmt, first
}

// setAfter returns the assignment that follows a test.
func (f *flag) setAfter(stmt *ast.IfStmt, name ast.Expr) *ast.AssignStmt {
	list := astindex.Stmts(parent(f.p, stmt))
	i := slices.Index(list, ast.Stmt(stmt))
	if i < 0 || i+1 == len(list) {
		return nil
	}
	return f.sets(list[i+1], name)
}

// sets returns the statement if it sets the flag.
func (f *flag) sets(stmt ast.Stmt, name ast.Expr) *ast.AssignStmt {
	assign, ok := stmt.(*ast.AssignStmt)
	if !ok || assign.Tok != token.ASSIGN || len(assign.Lhs) != 1 || f.number(assign.Rhs[0]) != "1" || f.p.Source(assign.Lhs[0]) != f.p.Source(name) {
		return nil
	}
	return assign
}
