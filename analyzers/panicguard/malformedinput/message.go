package malformedinput

import (
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard/internal/guardfix"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
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
}

func (s *search) message(f found, start beginning) string {
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
		if expr, ok := c.Node().(ast.Expr); ok && stands[op.kind](expr) {
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
	nilResult: func(e ast.Expr) bool { return is[*ast.SelectorExpr](e) || is[*ast.CallExpr](e) || is[*ast.StarExpr](e) },
}

func is[T ast.Expr](e ast.Expr) bool { _, ok := e.(T); return ok }

// fix asserts the types without a panic, or else recovers in the goroutine.
func (s *search) fix(list []found, start beginning) *edit.Fix {
	e := s.p.Edit(list[0].expr.Pos())
	for _, f := range list {
		if !s.commaOK(e, f) {
			return s.recoverIn(start)
		}
	}
	return e.Fix("Use the zero value where the type is another one", "input of another type no longer panics")
}

// commaOK makes a type assertion that is all of what is assigned one that does not panic.
func (s *search) commaOK(e *edit.Builder, f found) bool {
	cur, ok := astindex.Find(s.in, f.expr)
	if !ok || f.kind != asserts {
		return false
	}
	assign, ok := cur.Parent().Node().(*ast.AssignStmt)
	if !ok || len(assign.Lhs) != 1 || len(assign.Rhs) != 1 || assign.Tok != token.ASSIGN && assign.Tok != token.DEFINE {
		return false
	}
	e.Insert(assign.Lhs[0].End(), ", _")
	return true
}

// recoverIn gives the goroutine that begins at start a recover.
func (s *search) recoverIn(start beginning) *edit.Fix {
	for _, st := range astindex.Of(s.p.Pass).Starts {
		if st.Node.Pos() == start.pos || st.Call.Lparen == start.pos {
			return guardfix.Recover(s.p, st)
		}
	}
	return nil
}
