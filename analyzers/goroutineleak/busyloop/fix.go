package busyloop

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixPoll takes the default out, so that the select waits. There is none where the loop asks for
// more than the select does: that may change while none of its cases is ready.
func (s *spin) fixPoll() *edit.Fix {
	if s.loop.Cond != nil || len(s.loop.Body.List) != 1 {
		return nil
	}
	if s.cond != nil {
		return nil // the default asks, too
	}
	e := s.p.Edit(s.poll.Pos())
	e.DeleteLines(s.poll)
	return e.Fix("Wait for a case of the select", "")
}

// fixCond pauses between two questions. There is none where the select is what pauses.
func (s *spin) fixCond() *edit.Fix {
	e := s.p.Edit(s.loop.Pos())
	pause := e.Import(s.loop.Pos(), "time", "time") + ".Sleep(10 * " + e.Import(s.loop.Pos(), "time", "time") + ".Millisecond)"
	if list := s.loop.Body.List; len(list) > 0 && !endsEarly(list) {
		e.After(list[len(list)-1], pause)
	} else if len(list) == 0 {
		before, indent := "\t", e.Indent(s.loop.Pos())
		if s.p.Line(s.loop.Body.Lbrace) == s.p.Line(s.loop.Body.Rbrace) {
			before = "\n" + indent + "\t"
		}
		e.Insert(s.loop.Body.Rbrace, before+pause+"\n"+indent)
	} else {
		return nil
	}
	return e.Fix("Pause between two tests", "the loop notices a change up to 10 ms later")
}

// endsEarly reports whether an iteration may not come to its last statement.
func endsEarly(list []ast.Stmt) bool {
	found := false
	for _, stmt := range list {
		ast.Inspect(stmt, func(n ast.Node) bool {
			b, ok := n.(*ast.BranchStmt)
			found = found || ok && b.Tok.String() == "continue"
			return !found
		})
	}
	return found
}
