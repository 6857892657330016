package slotnotreleased

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix releases the slot before each return that keeps it; none where the end of the function
// keeps it as well.
func fix(p *check.Pass, send *ast.SendStmt, exits []*ast.ReturnStmt, leaks int) *edit.Fix {
	if leaks != len(exits) {
		return nil
	}
	e, release := p.Edit(send.Pos()), "<-"+p.Source(send.Chan)
	for _, exit := range exits {
		e.Before(exit, release)
	}
	return e.Fix("Release the slot with "+release, "")
}
