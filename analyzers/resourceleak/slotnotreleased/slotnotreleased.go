// Package slotnotreleased is the check resourceleak/slot-not-released: return path keeps a slot of a semaphore.
package slotnotreleased

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed slotnotreleased.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of resourceleak.
var Check = &check.Check{
	Slug:       "slot-not-released",
	Title:      "return path keeps a slot of a semaphore",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	c.sem <- struct{}{}
//	if err := c.call(ctx); err != nil {
//		return err // the slot stays taken
//	}
//	<-c.sem
//
// for channels with a buffer that carry no data and outlive the function, where the function that sends receives again on
// another path, itself, in what it defers there, or in a goroutine that it starts there. Safe is a function that has deferred
// the receive before it returns, receives on each path, or leaves that to a goroutine or a function that it returns.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	if !sends(p, in) {
		return
	}
	for _, c := range ssaflow.Of(p.Pass).Channels() {
		if size, known := c.MadeCapacity(); known && size == 0 {
			continue
		}
		for _, op := range c.Sends {
			if a := acquired(c, op); a != nil && !p.Quiet(a.at.Pos()) {
				a.judge(p, in)
			}
		}
	}
}

// sends reports whether the package sends a value without data.
func sends(p *check.Pass, in *inspector.Inspector) bool {
	for cur := range in.Root().Preorder((*ast.SendStmt)(nil)) {
		if callmatch.IsEmpty(p.TypesInfo.TypeOf(cur.Node().(*ast.SendStmt).Value)) {
			return true
		}
	}
	return false
}

func (a *acquisition) judge(p *check.Pass, in *inspector.Inspector) {
	stmt := a.stmt(in)
	if stmt == nil {
		return
	}
	leaks, release := a.follow()
	exits := returns(in, leaks)
	if len(exits) == 0 {
		p.Safe(stmt, p.Source(stmt.Chan), verdict.Handled, release.Pos())
		return
	}
	trace := []check.Hop{
		{Pos: stmt.Pos(), Message: "the slot is taken here"},
		{Pos: release.Pos(), Message: "it is released here, on another path"},
	}
	for _, other := range exits[1:] {
		trace = append(trace, check.Hop{Pos: other.Pos(), Message: "it is kept here as well"})
	}
	p.Report(check.Finding{
		At: exits[0],
		Message: fmt.Sprintf("this return keeps the slot taken at %s: once all slots of %s are lost, the next send blocks forever",
			p.Where(stmt.Pos(), exits[0].Pos()), p.Source(stmt.Chan)),
		Trace: trace,
		Fix:   fix(p, stmt, exits, len(leaks)),
	})
}

// An acquisition is a send that takes a slot, and its function has a receive that releases it.
type acquisition struct {
	class *ssaflow.Class
	at    ssa.Instruction // the send, or the select with it
	pos   token.Pos       // of the send
	entry *ssa.BasicBlock // where the slot is held
	from  int             // the instruction of entry
}
