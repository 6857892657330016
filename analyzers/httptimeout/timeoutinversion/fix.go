package timeoutinversion

import (
	"fmt"
	"go/ast"
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixInversion leaves the handler a fifth of the server's limit for itself.
func fixInversion(p *check.Pass, limit ast.Expr, inbound time.Duration) *edit.Fix {
	e := p.Edit(limit.Pos())
	d := inbound * 4 / 5
	unit, name := time.Millisecond, "Millisecond"
	if d >= 2*time.Second {
		unit, name = time.Second, "Second"
	}
	d = d.Truncate(unit)
	if d <= 0 {
		return nil
	}
	e.Replace(limit.Pos(), limit.End(), fmt.Sprintf("%d * %s.%s", d/unit, e.Import(limit.Pos(), "time", "time"), name))
	return e.Fix("Shorten the limit to "+short(d), "calls that take longer than "+short(d)+" now fail")
}
