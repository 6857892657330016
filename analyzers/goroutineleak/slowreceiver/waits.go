package slowreceiver

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// waiting says what waits as long as the loop does: the goroutine that receives for the hub, or
// those that want its lock; "" if neither is seen.
func waiting(p *check.Pass, loop inspector.Cursor) string {
	fn, ok := astindex.FuncAround(loop)
	if !ok {
		return ""
	}
	if at := heldAt(p, fn, loop); at != nil {
		return "while the lock is held that all others need, since " + p.Where(at.Pos(), loop.Node().Pos())
	}
	for c := range loop.Enclosing((*ast.SelectStmt)(nil), (*ast.RangeStmt)(nil)) {
		if c == loop || !fn.Contains(c) {
			continue
		}
		if outer, ok := c.Node().(*ast.RangeStmt); ok {
			if _, ch := p.TypesInfo.TypeOf(outer.X).Underlying().(*types.Chan); !ch {
				continue
			}
			return "and the loop receives nothing else in the meantime"
		}
		for range c.Enclosing((*ast.ForStmt)(nil)) {
			return "and the loop receives nothing else in the meantime"
		}
	}
	return ""
}

// heldAt returns the call that acquires a lock before the loop, which nothing but a deferred call
// releases before it.
func heldAt(p *check.Pass, fn, loop inspector.Cursor) (held *ast.CallExpr) {
	for c := range fn.Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		op, ok := catalog.Locks[callmatch.CalleeName(p.TypesInfo, call)]
		around, _ := astindex.FuncAround(c)
		if _, deferred := c.Parent().Node().(*ast.DeferStmt); !ok || deferred || around != fn || call.Pos() > loop.Node().Pos() {
			continue
		}
		if held = nil; op.Acquire {
			held = call
		}
	}
	return held
}
