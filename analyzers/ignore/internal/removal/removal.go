// Package removal is the fix that takes a directive away.
package removal

import (
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/directive"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// Fix deletes the comment, with its line when it has one of its own.
func Fix(p *check.Pass, d *directive.Directive, title string) *edit.Fix {
	e := p.Edit(d.Pos)
	if d.Target == d.Line {
		e.Delete(e.TrimLeft(d.Pos), d.End)
	} else {
		e.DeleteLines(check.Span(d.Pos, d.End))
	}
	return e.Fix(title, "")
}
