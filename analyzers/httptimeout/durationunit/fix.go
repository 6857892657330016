package durationunit

import (
	"go/ast"
	"strings"
	"time"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

var units = map[string]time.Duration{"Millisecond": time.Millisecond, "Second": time.Second}

// fix multiplies the duration at cur by the unit.
func fix(p *check.Pass, cur inspector.Cursor, unit string) *edit.Fix {
	expr := cur.Node().(ast.Expr)
	e := p.Edit(expr.Pos())
	times := " * "
	if call, ok := cur.Parent().Node().(*ast.CallExpr); ok && len(call.Args) > 1 {
		times = "*" // as gofmt writes it there
	}
	e.Insert(expr.End(), times+e.Import(expr.Pos(), "time", "time")+"."+unit)
	changes := "it counts " + strings.ToLower(unit) + "s"
	if n, ok := bare(p, expr); ok {
		changes = "it lasts " + time.Duration(n*int64(units[unit])).String()
	}
	return e.Fix("Multiply it by time."+unit, changes)
}
