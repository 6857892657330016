package doubleclose

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// guard returns what lets only one call of the literal get to a close.
func (c *callback) guard(cur inspector.Cursor, call *ast.CallExpr) token.Pos {
	for around := range cur.Enclosing() {
		node := around.Node()
		if node == ast.Node(c.lit) {
			break
		}
		switch n := around.Parent().Node().(type) {
		case *ast.IfStmt:
			if branch, ok := node.(*ast.BlockStmt); ok && c.excludes(n, branch) {
				return n.Pos()
			}
		case *ast.SelectStmt:
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
			if clause, ok := n.(*ast.CommClause); ok && clause.Comm == nil && c.polls(around.Parent(), call.Args[0]) {
				return n.Pos()
			}
			if at := c.leftBefore(astindex.Stmts(n), node, call); at.IsValid() {
				return at
			}
		}
	}
	return token.NoPos
}

// excludes reports whether the branch of a test changes what it asks, or whether that holds only once: a swap,
// and a counter that is equal to something.
func (c *callback) excludes(test *ast.IfStmt, branch *ast.BlockStmt) bool {
	if c.swaps(test) || c.counted(test.Cond) {
		return true
	}
	found := false
	ast.Inspect(branch, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if ok {
			found = found || slices.ContainsFunc(assign.Lhs, func(lhs ast.Expr) bool { return c.asks(test.Cond, lhs) })
		}
		call, ok := n.(*ast.CallExpr)
		if ok && callmatch.IsBuiltin(c.p.TypesInfo, call, "delete") {
			found = true
		}
		if ok && strings.HasSuffix(callmatch.CalleeName(c.p.TypesInfo, call), ").Store") {
			found = found || c.asks(test.Cond, ast.Unparen(call.Fun).(*ast.SelectorExpr).X)
		}
		return !found
	})
	return found
}

// asks reports whether a condition reads what an expression stands for.
func (c *callback) asks(cond ast.Node, what ast.Expr) bool {
	name, found := c.p.Source(what), false
	ast.Inspect(cond, func(n ast.Node) bool {
		expr, ok := n.(ast.Expr)
		found = found || ok && c.p.Source(expr) == name
		return !found
	})
	return found
}

// swaps reports whether a test makes an atomic change, or takes something out.
func (c *callback) swaps(test *ast.IfStmt) bool {
	found := false
	for _, part := range parts(test) {
		ast.Inspect(part, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			name := ""
			if ok {
				name = callmatch.CalleeName(c.p.TypesInfo, call)
			}
			found = found || strings.Contains(name, "Swap") || strings.Contains(name, "Add") || strings.HasSuffix(name, "LoadAndDelete")
			return !found
		})
	}
	return found
}

// counted reports whether a condition compares a number from outside of the literal for equality.
func (c *callback) counted(cond ast.Expr) bool {
	bin, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok {
		return false
	}
	if bin.Op == token.LAND {
		return c.counted(bin.X) || c.counted(bin.Y)
	}
	basic, ok := c.p.TypesInfo.TypeOf(bin.X).Underlying().(*types.Basic)
	root := rootOf(c.p, bin.X)
	return bin.Op == token.EQL && ok && basic.Info()&types.IsNumeric != 0 && root != nil && !syntax.Within(c.lit, root.Pos())
}

// polls reports whether the select around a default receives from the channel that it closes.
func (c *callback) polls(clause inspector.Cursor, ch ast.Expr) bool {
	found := false
	ast.Inspect(clause.Parent().Node(), func(n ast.Node) bool {
		recv, ok := n.(*ast.UnaryExpr)
		found = found || ok && recv.Op == token.ARROW && c.p.Source(recv.X) == c.p.Source(ch)
		return !found
	})
	return found
}

// leftBefore returns a statement before node in a list that leaves when the channel is closed, or for a reason
// that the literal sets.
func (c *callback) leftBefore(list []ast.Stmt, node ast.Node, call *ast.CallExpr) token.Pos {
	for _, stmt := range list {
		if stmt.Pos() >= node.Pos() {
			break
		}
		switch s := stmt.(type) {
		case *ast.IfStmt:
			if c.leaves(s) && (c.swaps(s) || c.setsAny(s.Cond)) {
				return s.Pos()
			}
		case *ast.SelectStmt:
			if c.leaves(s) && c.asks(s, call.Args[0]) {
				return s.Pos()
			}
		}
	}
	return token.NoPos
}

func (c *callback) leaves(stmt ast.Stmt) bool {
	found := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		_, ok := n.(*ast.ReturnStmt)
		found = found || ok
		return !found
	})
	return found
}

// setsAny reports whether the literal assigns to something from outside that a condition asks for: a flag, or
// the channel itself.
func (c *callback) setsAny(cond ast.Expr) bool {
	found := false
	ast.Inspect(c.lit.Body, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || assign.Tok != token.ASSIGN {
			return true
		}
		for _, lhs := range assign.Lhs {
			root := rootOf(c.p, lhs)
			found = found || root != nil && !syntax.Within(c.lit, root.Pos()) && c.asks(cond, lhs)
		}
		return !found
	})
	return found
}
