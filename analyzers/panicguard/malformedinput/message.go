package malformedinput

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/ssa"
)

// panics are what the kinds say of an expression.
var panics = map[kind]string{
	asserts:   "panics when the value is missing or has another type",
	indexes:   "panics when there are fewer elements",
	ranges:    "panics when the number that was read is out of range",
	slicing:   "panics when there is less of it",
	reads:     "panics when its argument is shorter",
	must:      "panics when its argument is not valid",
	nilResult: "is used although the call before it may have failed",
	writesNil: "panics when the input leaves the map nil",
}

func (s *search) message(f found, start beginning) string {
	if start.request {
		return fmt.Sprintf("a malformed request gets no answer: %s %s", s.p.Source(f.expr), panics[f.kind])
	}
	cause, where := "malformed input", "the package"
	if f.kind == nilResult {
		cause = "an error"
	}
	if !start.elsewhere {
		where = "the goroutine that begins at " + s.p.Where(start.pos, f.expr.Pos())
	}
	return fmt.Sprintf("%s crashes the process: %s %s, and nothing recovers in %s", cause, s.p.Source(f.expr), panics[f.kind], where)
}

// exprOf returns the expression that an operation stands for, nil where there is none.
func (s *search) exprOf(op operation) ast.Expr {
	pos := op.instr.Pos()
	if load, ok := op.instr.(*ssa.UnOp); ok && !pos.IsValid() {
		pos = load.X.Pos()
	}
	if !pos.IsValid() {
		return nil
	}
	cur, ok := s.in.Root().FindByPos(pos, pos)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing() {
		if expr, ok := c.Node().(ast.Expr); ok && stands[op.kind](expr) && !(is[*ast.IndexExpr](expr) && expr.End() <= pos) { // not the a[0] of a[0][1]
			return expr
		}
	}
	return nil
}

// stands tells of which expressions the kinds are.
var stands = map[kind]func(ast.Expr) bool{
	asserts:   is[*ast.TypeAssertExpr],
	indexes:   is[*ast.IndexExpr],
	ranges:    func(e ast.Expr) bool { return is[*ast.IndexExpr](e) || is[*ast.SliceExpr](e) },
	slicing:   is[*ast.SliceExpr],
	reads:     is[*ast.CallExpr],
	must:      is[*ast.CallExpr],
	writesNil: is[*ast.IndexExpr],
	nilResult: func(e ast.Expr) bool { return is[*ast.SelectorExpr](e) || is[*ast.CallExpr](e) || is[*ast.StarExpr](e) },
}

func is[T ast.Expr](e ast.Expr) bool { _, ok := e.(T); return ok }
