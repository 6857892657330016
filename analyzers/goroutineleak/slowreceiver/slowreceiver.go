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

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
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
		if !judge(p, cur, send.Chan, send) {
			for _, call := range deliveries(p, cur, send) {
				judge(p, call, call.Node().(*ast.CallExpr).Fun.(*ast.SelectorExpr).X, send)
			}
		}
	}
}

// judge reports a send to an element of a loop, or the call of a method of the element that sends, and
// whether there is such a loop.
func judge(p *check.Pass, at inspector.Cursor, elem ast.Expr, send *ast.SendStmt) bool {
	loop, ok := loopAround(at)
	if !ok || !ofElement(p.TypesInfo, elem, loop.Node().(*ast.RangeStmt)) {
		return false
	}
	list := container(p.TypesInfo, loop.Node().(*ast.RangeStmt).X)
	if list == nil || !leaves(p, at.Inspector(), list) {
		return true
	}
	if drained := makesRoom(p, at, send); drained != nil {
		p.Safe(send, p.Source(send.Chan), verdict.Handled, drained.Pos())
		return true
	}
	if why := waiting(p, loop); why != "" {
		trace := []check.Hop{{Pos: loop.Node().Pos(), Message: "the others are sent to by this loop"}}
		if at.Node() != ast.Node(send) {
			trace = append(trace, check.Hop{Pos: send.Pos(), Message: "sends here"})
		}
		p.Report(check.Finding{
			At:      at.Node(),
			Message: fmt.Sprintf("one receiver that does not read blocks all others: the send on %s waits for it, %s", p.Source(send.Chan), why),
			Trace:   trace,
		})
	}
	return true
}

// makesRoom returns the statement before a send that takes out of the channel what has not been received, where
// the sender replaces the last value:
//
//	select { case <-ch: default: }
//	ch <- v
func makesRoom(p *check.Pass, at inspector.Cursor, send *ast.SendStmt) ast.Node {
	before, ok := at.PrevSibling()
	if !ok {
		return nil
	}
	sel, ok := before.Node().(*ast.SelectStmt)
	if !ok {
		return nil
	}
	takes, polls := false, false
	for _, c := range sel.Body.List {
		comm := c.(*ast.CommClause).Comm
		polls = polls || comm == nil
		if ch := syntax.Received(comm); ch != nil {
			takes = takes || p.Source(ch) == p.Source(send.Chan)
		}
	}
	if takes && polls {
		return sel
	}
	return nil
}

// deliveries returns the calls of a method that sends on a channel of its receiver, first of all:
//
//	func (c *client) deliver(m message) { c.out <- m }
func deliveries(p *check.Pass, cur inspector.Cursor, send *ast.SendStmt) (list []inspector.Cursor) {
	decl, ok := cur.Parent().Parent().Node().(*ast.FuncDecl)
	if !ok || decl.Recv == nil || len(decl.Body.List) != 1 || len(decl.Recv.List[0].Names) == 0 {
		return nil
	}
	root, _ := callmatch.Path(p.TypesInfo, send.Chan)
	if root == nil || p.TypesInfo.Defs[decl.Recv.List[0].Names[0]] != types.Object(root) {
		return nil
	}
	fn, _ := p.TypesInfo.Defs[decl.Name].(*types.Func)
	for _, call := range astindex.Of(p.Pass).Calls[fn] {
		_, plain := ast.Unparen(call.Expr.Fun).(*ast.SelectorExpr)
		if at, ok := astindex.Find(cur.Inspector(), call.Expr); ok && plain {
			list = append(list, at)
		}
	}
	return list
}

// loopAround returns the loop over a container that is closest around a send in the same function.
func loopAround(cur inspector.Cursor) (inspector.Cursor, bool) {
	for c := range cur.Enclosing((*ast.RangeStmt)(nil), (*ast.ForStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		_, ok := c.Node().(*ast.RangeStmt)
		return c, ok
	}
	return cur, false
}

// ofElement reports whether an expression is an element of the loop, or a field of one.
func ofElement(info *types.Info, expr ast.Expr, loop *ast.RangeStmt) bool {
	expr = ast.Unparen(expr)
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
