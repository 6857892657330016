package malformedinput

import (
	"go/ast"
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard/internal/guardfix"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

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
