// Package slowreceiver is the check goroutineleak/slow-receiver: one receiver that does not read
// blocks what is sent to all others.
package slowreceiver

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

//go:embed slowreceiver.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of goroutineleak.
var Check = &check.Check{
	Slug:       "slow-receiver",
	Title:      "one receiver that does not read blocks what is sent to all others",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Unfixable:  "whether a slow receiver loses the message or its connection is a decision",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	for c := range h.clients {
//		c.out <- msg // in the hub's loop, or under its lock
//	}
//
// where receivers come and go: the package deletes from the container. Silent for a send in a
// select, which can give up, in a goroutine, and of a signal; and where nothing shows that others
// wait for the loop.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.SendStmt)(nil)) {
		send := cur.Node().(*ast.SendStmt)
		if p.Quiet(send.Pos()) || callmatch.IsEmpty(p.TypesInfo.TypeOf(send.Value)) {
			continue
		}
		if _, ok := cur.Parent().Node().(*ast.CommClause); ok {
			continue
		}
		loop, ok := loopAround(cur)
		if !ok || !sendsToElement(p.TypesInfo, send, loop.Node().(*ast.RangeStmt)) {
			continue
		}
		list := container(p.TypesInfo, loop.Node().(*ast.RangeStmt).X)
		if list == nil || !leaves(p, in, list) {
			continue
		}
		if why := waiting(p, loop); why != "" {
			p.Report(check.Finding{
				At:      send,
				Message: fmt.Sprintf("one receiver that does not read blocks all others: the send on %s waits for it, %s", p.Source(send.Chan), why),
				Trace:   []check.Hop{{Pos: loop.Node().Pos(), Message: "the others are sent to by this loop"}},
			})
		}
	}
}

// loopAround returns the loop over a container that is closest around a send in the same function.
func loopAround(cur inspector.Cursor) (inspector.Cursor, bool) {
	for c := range cur.Enclosing((*ast.RangeStmt)(nil), (*ast.ForStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		_, ok := c.Node().(*ast.RangeStmt)
		return c, ok
	}
	return cur, false
}

// sendsToElement reports whether the channel of a send is an element of the loop, or a field of one.
func sendsToElement(info *types.Info, send *ast.SendStmt, loop *ast.RangeStmt) bool {
	expr := ast.Unparen(send.Chan)
	for {
		sel, ok := expr.(*ast.SelectorExpr)
		if !ok {
			break
		}
		expr = ast.Unparen(sel.X)
	}
	id, ok := expr.(*ast.Ident)
	if !ok || info.Uses[id] == nil {
		return false
	}
	for _, elem := range []ast.Expr{loop.Key, loop.Value} {
		if v, ok := elem.(*ast.Ident); ok && info.Defs[v] == info.Uses[id] {
			return true
		}
	}
	return false
}

// container returns the variable or field that a loop ranges over.
func container(info *types.Info, expr ast.Expr) *types.Var {
	var v *types.Var
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		v, _ = info.Uses[expr].(*types.Var)
	case *ast.SelectorExpr:
		v, _ = info.Uses[expr.Sel].(*types.Var)
	case *ast.IndexExpr:
		return container(info, expr.X)
	}
	return v
}

// leaves reports whether the package takes elements out of a container: with delete, or with a
// function of package slices.
func leaves(p *check.Pass, in *inspector.Inspector, list *types.Var) bool {
	for _, id := range astindex.Of(p.Pass).Uses[list] {
		cur, ok := astindex.Find(in, id)
		if !ok {
			continue
		}
		for c := range cur.Enclosing((*ast.CallExpr)(nil)) {
			call := c.Node().(*ast.CallExpr)
			if len(call.Args) > 0 && container(p.TypesInfo, call.Args[0]) == list && (callmatch.IsBuiltin(p.TypesInfo, call, "delete") || catalog.TakesOut[callmatch.CalleeName(p.TypesInfo, call)]) {
				return true
			}
			break
		}
	}
	return false
}

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
