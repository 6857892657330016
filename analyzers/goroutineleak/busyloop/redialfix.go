package busyloop

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixRedial pauses for a second, or until the context of the function ends, which the condition of the
// loop or a statement before the attempt then sees.
func (s *spin) fixRedial(test *ast.IfStmt, again []ast.Stmt) *edit.Fix {
	if len(test.Body.List) == 0 {
		return nil
	}
	e := s.p.Edit(test.Pos())
	pause := e.Import(test.Pos(), "time", "time")
	lines := []string{pause + ".Sleep(" + pause + ".Second)"}
	if ctx := s.context(); ctx != "" {
		lines = []string{"select {", "case <-" + ctx + ".Done():", "case <-" + pause + ".After(" + pause + ".Second):", "}"}
	}
	if len(again) > 0 {
		e.After(again[len(again)-1], lines...)
	} else {
		e.Before(test.Body.List[0], lines...)
	}
	return e.Fix("Pause for a second after a failure", "the next attempt comes a second later")
}

// context returns the context whose end the loop asks for.
func (s *spin) context() string {
	name := ""
	ast.Inspect(s.loop, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || name != "" {
			return name == ""
		}
		if sel, ok := call.Fun.(*ast.SelectorExpr); ok {
			switch callmatch.CalleeName(s.p.TypesInfo, call) {
			case "(context.Context).Err", "(context.Context).Done":
				name = s.p.Source(sel.X)
			}
		}
		return name == ""
	})
	return name
}
