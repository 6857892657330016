package serving

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// WakesEnd returns the wait that the goroutine of serve ends when the server has returned,
// where the program ends with that wait, and nothing waits for stop:
//
//	go func() { errc <- srv.ListenAndServe() }()
//	go func() { <-ctx.Done(); srv.Shutdown(drain) }()
//	<-errc
//
// The goroutine sends the error on a channel, closes one, or counts a group down, also when
// the error is http.ErrServerClosed. A wait in a loop may be one for several messages.
func (s *Signalled) WakesEnd(p *check.Pass, serve, stop *ssa.Call, main *types.Func) (ssa.Instruction, []check.Doubt) {
	if !InGoroutine(s.flow, serve.Parent()) || s.waitsBehind(serve) {
		return nil, nil
	}
	for instr := range ssaflow.Instrs(serve.Parent()) {
		taken := s.channelOf(instr)
		if !alwaysAfter(serve, instr) || !s.unheard(stop.Parent(), taken) {
			continue
		}
		for _, wait := range s.endedBy(p, instr) {
			if wait.Parent() == serve.Parent() || ssaflow.Reaches(wait.Block(), wait.Block()) {
				continue
			}
			if ends, doubts := s.endedWith(&ending{p, stop, main, taken}, wait, 4); ends {
				return wait, doubts
			}
		}
	}
	return nil, nil
}

// channelOf returns the class of the channel that instr sends on or closes, nil if it does not.
func (s *Signalled) channelOf(instr ssa.Instruction) *ssaflow.Class {
	switch instr := instr.(type) {
	case *ssa.Send:
		return s.flow.Class(instr.Chan)
	case ssa.CallInstruction:
		if b, ok := instr.Common().Value.(*ssa.Builtin); ok && b.Name() == "close" {
			return s.flow.Class(instr.Common().Args[0])
		}
	}
	return nil
}

// endedBy returns the waits of the package that instr ends.
func (s *Signalled) endedBy(p *check.Pass, instr ssa.Instruction) []ssa.Instruction {
	var waits []ssa.Instruction
	if c := s.channelOf(instr); c != nil {
		for _, op := range c.Receives {
			waits = append(waits, op.Instr)
		}
		return waits
	}
	done, ok := instr.(ssa.CallInstruction)
	if !ok || catalog.WaitGroupMethods[ssaflow.Callee(done.Common())] != "done" {
		return nil
	}
	group := ServerOf(p, done)
	for _, fn := range s.flow.SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			wait, ok := instr.(*ssa.Call)
			if ok && group != nil && catalog.WaitGroupMethods[ssaflow.Callee(&wait.Call)] == "wait" && ServerOf(p, wait) == group {
				waits = append(waits, wait)
			}
		}
	}
	return waits
}

// alwaysAfter reports whether instr follows serve whenever that has returned an error, whichever
// it is.
func alwaysAfter(serve *ssa.Call, instr ssa.Instruction) bool {
	if d, ok := instr.(*ssa.Defer); ok {
		return d.Block().Dominates(serve.Block())
	}
	if serve.Block() == instr.Block() {
		return ssainstr.Index(serve) < ssainstr.Index(instr)
	}
	if !ssainstr.Precedes(serve, instr) {
		return false
	}
	seen := map[*ssa.BasicBlock]bool{instr.Block(): true}
	return !slices.ContainsFunc(failing(serve.Block()), func(b *ssa.BasicBlock) bool { return leaves(b, seen) })
}

// leaves reports whether a function returns from b without a block that has been seen.
func leaves(b *ssa.BasicBlock, seen map[*ssa.BasicBlock]bool) bool {
	if seen[b] {
		return false
	}
	seen[b] = true
	if len(b.Succs) == 0 {
		return true
	}
	return slices.ContainsFunc(failing(b), func(next *ssa.BasicBlock) bool { return leaves(next, seen) })
}

// failing returns the blocks that follow b; where b compares an error with nil, the one for an
// error.
func failing(b *ssa.BasicBlock) []*ssa.BasicBlock {
	test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return b.Succs
	}
	cmp, ok := test.Cond.(*ssa.BinOp)
	if !ok || !callmatch.IsError(cmp.X.Type()) {
		return b.Succs
	}
	if c, ok := cmp.Y.(*ssa.Const); !ok || !c.IsNil() {
		return b.Succs
	}
	if cmp.Op == token.EQL {
		return b.Succs[1:]
	}
	return b.Succs[:1]
}
