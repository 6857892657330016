package stopoverwritten

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A session is a method that starts a goroutine and then works until it fails, in a loop of another function, where
// only a signal of the owner ends the goroutine:
//
//	func (c *Client) run() { for { err := c.session(); … } } // until c.quit is closed
//
//	func (c *Client) session() error {
//		go c.keepAlive() // for { select { case <-t.C: …; case <-c.quit: return } }
//		for { line, err := r.ReadString('\n'); if err != nil { return err } … }
//	}
//
// Each session leaves its goroutine. Safe is a goroutine with another exit, and one whose signal the session, or
// the pass of the loop around it, makes.
type session struct {
	fn    *ssa.Function
	start ssaflow.Start
	loop  ssa.CallInstruction // of fn, in the loop
}

func reportSessions(p *check.Pass) {
	flow := ssaflow.Of(p.Pass)
	for _, start := range flow.Starts() {
		fn := start.Instr.Parent()
		if len(start.Bodies) != 1 || fn.Signature.Recv() == nil || fn.Parent() != nil || p.Quiet(start.Instr.Pos()) || !works(start.Instr) {
			continue
		}
		s := &session{fn: fn, start: start}
		if s.repeated(flow) && s.leaves(flow) {
			s.report(p)
		}
	}
}

// works reports whether a loop follows the start of a goroutine in its function, which does not start it.
func works(start ssa.Instruction) bool {
	if ssaflow.Reaches(start.Block(), start.Block()) {
		return false
	}
	return slices.ContainsFunc(start.Parent().Blocks, func(b *ssa.BasicBlock) bool {
		return ssaflow.Reaches(start.Block(), b) && ssaflow.Reaches(b, b)
	})
}

// repeated reports whether all calls of the session wait for it in a loop.
func (s *session) repeated(flow *ssaflow.Flow) bool {
	callers, known := flow.Callers(s.fn)
	for _, call := range callers {
		if _, plain := call.(*ssa.Call); !plain || !ssaflow.Reaches(call.Block(), call.Block()) {
			return false
		}
		s.loop = call
	}
	return known && len(callers) > 0
}

// leaves reports whether the goroutine ends, and only by signals that outlast the session.
func (s *session) leaves(flow *ssaflow.Flow) bool {
	body := s.start.Bodies[0]
	lasting := flow.Exits(s.ofOwner)
	return !lasting.Reachable(body) && flow.Exits(nil).Reachable(body) && lasting.Loop(body) != nil
}

// ofOwner reports whether a field of the receiver holds a signal, which neither the session nor what calls it makes.
func (s *session) ofOwner(src *ssaflow.Source) bool {
	c := src.Context
	if c == nil {
		c = src.Channel
	}
	if c == nil || slices.ContainsFunc(c.Makes, func(m ssa.Value) bool { return m.Parent() == s.fn || m.Parent() == s.loop.Parent() }) {
		return false
	}
	if slices.ContainsFunc(src.Raises, func(op ssaflow.Op) bool { return ssaflow.Outermost(op.Fn()) == s.fn }) {
		return false
	}
	owner := callmatch.Named(s.fn.Signature.Recv().Type())
	if owner == nil {
		return false
	}
	st, ok := owner.Underlying().(*types.Struct)
	return ok && slices.ContainsFunc(c.Fields, func(f *types.Var) bool {
		return slices.ContainsFunc(slices.Collect(st.Fields()), func(have *types.Var) bool { return have.Origin() == f })
	})
}

func (s *session) report(p *check.Pass) {
	at := s.start.Instr.Pos()
	cur, ok := ssainstr.CursorAt(p, at)
	if !ok || p.Reported(at) {
		return
	}
	p.Report(check.Finding{
		At: startStmt(cur),
		Message: fmt.Sprintf("one more goroutine is leaked each time that the loop at %s calls %s: only a signal of the owner ends the one started here",
			p.Where(s.loop.Pos(), at), s.fn.Name()),
		Trace: []check.Hop{{Pos: s.loop.Pos(), Message: "called in a loop here"}},
	})
}
