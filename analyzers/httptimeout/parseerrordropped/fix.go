package parseerrordropped

import (
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix returns the error, where the function returns one.
func fix(p *check.Pass, cur inspector.Cursor, d *dropped) *edit.Fix {
	e := p.Edit(d.assign.Pos())
	if d.value == nil || !e.ReturnBlankError(p.Pass, cur) {
		return nil
	}
	return e.Fix("Return the error of "+p.Source(d.call.Fun), "a value that cannot be parsed is refused")
}
