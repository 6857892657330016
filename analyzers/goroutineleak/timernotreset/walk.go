package timernotreset

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// A pass is what an iteration does after it has received from the timer.
type pass struct {
	loop *ast.ForStmt
	cur  inspector.Cursor // the case, or the body of the loop
	from token.Pos        // where the work begins
	sel  *ast.SelectStmt  // the select with the case, nil for a plain receive
}

// passOf returns the pass of a receive that is the case of a select in a loop, or a statement of the loop
// itself.
func passOf(recv inspector.Cursor) (pass, bool) {
	stmt, ok := astindex.Statement(recv)
	if !ok {
		return pass{}, false
	}
	found, around := pass{cur: stmt.Parent(), from: stmt.Node().End()}, stmt
	for c := range recv.Enclosing((*ast.CommClause)(nil), (*ast.FuncLit)(nil)) {
		clause, isCase := c.Node().(*ast.CommClause)
		if !isCase || clause.Comm == nil || clause.Comm.End() < recv.Node().End() {
			break
		}
		around = c.Parent().Parent()
		if found.cur, found.from = c, clause.Colon; len(clause.Body) > 0 {
			found.sel, _ = around.Node().(*ast.SelectStmt)
			break
		}
		found.cur, found.from = around.Parent(), around.Node().End() // the work follows the select
		break
	}
	if _, block := around.Parent().Node().(*ast.BlockStmt); !block {
		return pass{}, false
	}
	found.loop, ok = around.Parent().Parent().Node().(*ast.ForStmt)
	return found, ok
}

// A walk looks at how one pass uses its timer.
type walk struct {
	p     *check.Pass
	timer *types.Var
	pass  pass
}

// resets reports whether the pass starts the timer again, and no other statement of the loop mentions it but one of
// another case of the select, which comes for another reason; it returns that, too.
func (w *walk) resets() (otherCase *ast.Ident, ok bool) {
	for _, id := range astindex.Of(w.p.Pass).Uses[w.timer] {
		in := w.pass.loop.Pos() <= id.Pos() && id.Pos() < w.pass.loop.End()
		own := w.pass.from <= id.Pos() && id.Pos() < w.pass.cur.Node().End()
		switch {
		case !in || own || w.harmless(id):
		case w.pass.sel != nil && w.pass.sel.Pos() <= id.Pos() && id.Pos() < w.pass.sel.End():
			otherCase = id
		default:
			return nil, false
		}
	}
	return otherCase, w.resetAfter(w.pass.from) != nil
}

// mentions reports whether a statement may start the timer: it mentions it at all.
func (w *walk) mentions(n ast.Node) bool {
	for _, id := range astindex.Of(w.p.Pass).Uses[w.timer] {
		if n.Pos() <= id.Pos() && id.Pos() < n.End() {
			return true
		}
	}
	return false
}

// harmless reports whether a use of the timer is a receive, or its Stop.
func (w *walk) harmless(id *ast.Ident) bool {
	cur, ok := astindex.Find(w.pass.cur.Inspector(), id)
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.SelectorExpr)(nil)) {
		sel := c.Node().(*ast.SelectorExpr)
		if sel.Sel != id {
			return sel.Sel.Name == "C" || sel.Sel.Name == "Stop"
		}
	}
	return false
}

// resetAfter returns the first call of Reset in the pass after a position.
func (w *walk) resetAfter(pos token.Pos) (reset *ast.CallExpr) {
	for c := range w.pass.cur.Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if ok && reset == nil && call.Pos() > pos && sel.Sel.Name == "Reset" && callmatch.Object(w.p.TypesInfo, sel.X) == types.Object(w.timer) {
			reset = call
		}
	}
	return reset
}

// jumps returns the statements of the pass that start the next iteration: a continue of the loop, or a
// break out of the select.
func (w *walk) jumps() (list []inspector.Cursor) {
	for c := range w.pass.cur.Preorder((*ast.BranchStmt)(nil)) {
		jump := c.Node().(*ast.BranchStmt)
		if jump.Label != nil || jump.Pos() < w.pass.from {
			continue
		}
		if target := target(c, jump.Tok); target == ast.Node(w.pass.loop) && jump.Tok == token.CONTINUE || w.pass.sel != nil && target == ast.Node(w.pass.sel) && jump.Tok == token.BREAK {
			list = append(list, c)
		}
	}
	return list
}

// target returns the statement that a jump without a label continues or leaves.
func target(jump inspector.Cursor, tok token.Token) ast.Node {
	for c := range jump.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.SelectStmt)(nil), (*ast.SwitchStmt)(nil), (*ast.TypeSwitchStmt)(nil), (*ast.FuncLit)(nil)) {
		switch c.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.FuncLit:
			return c.Node()
		}
		if tok == token.BREAK {
			return c.Node()
		}
	}
	return nil
}
