package check

import (
	"fmt"
	"go/ast"
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/place"
)

// What messages are made of: lines, places and the user's own text.

// Line returns the line of pos, for messages.
func (p *Pass) Line(pos token.Pos) int { return p.Fset.Position(pos).Line }

// Where returns "line 12" for pos, or "dir/file.go:12" when that is not the file of
// the position it is mentioned at.
func (p *Pass) Where(pos, mentionedAt token.Pos) string {
	posn := p.Fset.Position(pos)
	if posn.Filename == p.Fset.Position(mentionedAt).Filename {
		return fmt.Sprintf("line %d", posn.Line)
	}
	return place.Below(p.Pass, place.Of(p.Pass, posn))
}

// Source returns the user's own text of n.
func (p *Pass) Source(n ast.Node) string {
	return edit.Source(p.Pass, n)
}

// longName is how much of a chain of calls a message can bear.
const longName = 60

// Name returns what to call the function or value expr in a message, on one line:
// its text, or of a long chain of calls the last link.
func (p *Pass) Name(expr ast.Expr) string {
	text := edit.OneLine(p.Source(expr))
	if sel, ok := ast.Unparen(expr).(*ast.SelectorExpr); ok && len(text) > longName {
		return "…." + sel.Sel.Name
	}
	return text
}
