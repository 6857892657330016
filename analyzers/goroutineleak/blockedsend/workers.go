package blockedsend

import (
	"go/ast"
	"iter"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/sendcount"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/sendfix"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// fix lets the send end with a context. There is none for workers whose failure ends no context that the
// sender has.
func (f *failure) fix(p *check.Pass, flow *ssaflow.Flow, c *ssaflow.Class, stmt *ast.SendStmt) *edit.Fix {
	start, _ := f.start(flow)
	_, known := c.MadeCapacity()
	group := slices.ContainsFunc(ssainstr.Calls(ssaflow.Outermost(f.receiver.Fn())), func(call ssa.CallInstruction) bool {
		return catalog.ContextEnds[ssaflow.Callee(call.Common())] == "group"
	})
	if !group && (!known || strings.Contains(start.Starter, "errgroup")) {
		return nil
	}
	return sendfix.SendWithContext(p, p.Edit(stmt.Pos()), stmt, false)
}

// start returns where the receiver's goroutine begins.
func (f *failure) start(flow *ssaflow.Flow) (ssaflow.Start, bool) {
	for _, s := range flow.Starts() {
		if bodies, _ := s.Runs(); slices.Contains(bodies, f.receiver.Fn()) {
			return s, true
		}
	}
	return ssaflow.Start{}, false
}

// limit returns the doubt about a buffer whose size is configured. Where it is the number of receivers as
// well, it is not that of the values.
func (f *failure) limit(flow *ssaflow.Flow, c *ssaflow.Class) []check.Doubt {
	if _, known := c.MadeCapacity(); known {
		return nil
	}
	at := c.Makes[0].(*ssa.MakeChan)
	start, ok := f.start(flow)
	if ok {
		loop := ssainstr.Innermost(ssainstr.LoopsOf(start.Instr.Parent(), nil), start.Instr.Block())
		for b := range blocks(loop) {
			if cmp, ok := sendcount.Condition(b); ok && (ssainstr.Resolve(cmp.Y) == ssainstr.Resolve(at.Size) || resource.Same(cmp.Y, at.Size)) {
				return nil
			}
		}
	}
	return []check.Doubt{check.Doubting(verdict.UnknownLimit, at.Pos())}
}

// blocks returns the blocks of a loop, none where there is no loop.
func blocks(l *ssainstr.Loop) iter.Seq[*ssa.BasicBlock] {
	if l == nil {
		return func(func(*ssa.BasicBlock) bool) {}
	}
	return l.Blocks()
}
