// Package slowreceiver is the check goroutineleak/slow-receiver: one receiver that does not read
// blocks what is sent to all others.
package slowreceiver

import (
	"cmp"
	"embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
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
// where receivers come and go: the package deletes from the container, or hands the channels to callers who receive.
// Silent for a send in a
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
	if list == nil || !leaves(p, at.Inspector(), list) && !handedOut(p, send, list) && !subscribed(p, at.Inspector(), list) {
		return true
	}
	if room := cmp.Or(makesRoom(p, at, send), asksForRoom(p, at, send)); room.IsValid() {
		p.Safe(send, p.Source(send.Chan), verdict.Handled, room)
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
