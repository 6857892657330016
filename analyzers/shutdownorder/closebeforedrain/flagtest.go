package closebeforedrain

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// reportTested reports a send after a test of a flag whose lock is released before the send, where the
// function that closes the channel sets the flag under that lock:
//
//	func (q *query) deliver(v response) {
//		if q.finished() { // acquires and releases q.mu
//			return
//		}
//		q.responses <- v // finish may have closed it
//	}
//
//	func (q *query) finish() {
//		q.mu.Lock()
//		defer q.mu.Unlock()
//		q.closed = true
//		close(q.responses)
//	}
//
// The test shows that the close may come before the send, and the lock that it may come at any time. What is
// safe is as for a [snapshot].
func reportTested(p *check.Pass) {
	meets := func(s *snapshot, model *lockset.Package) bool {
		return s.ofClass() && s.mayMeet(model) && s.setsFlag(model)
	}
	reportReadings(p, flagsTested, meets, (*snapshot).reportTested)
}

// ofClass reports whether the close is of a channel of the class of the send.
func (s *snapshot) ofClass() bool {
	c := s.flow.Class(channelOf(s.send))
	return c != nil && len(c.Fields) > 0 && c == s.flow.Class(s.closed.Common().Args[0]) && !s.p.Quiet(s.closed.Pos())
}

// flagsTested returns the readings of boolean fields under a lock on which it depends whether a function sends,
// of locks that the send does not hold.
func flagsTested(model *lockset.Package, send ssaflow.Op) (free []*reading) {
	f := model.Func(send.Fn())
	if f == nil {
		return nil
	}
	from := make(map[ssa.Value]bool)
	for _, cond := range conditionsOf(send.Instr.Block()) {
		origins(cond, from)
	}
	if len(from) == 0 {
		return nil
	}
	held := keys(f.At(send.Instr))
	f.Walk(func(instr ssa.Instruction, state lockset.State) {
		if !from[valueOf(instr)] || !lockset.Precedes(instr, send.Instr) {
			return
		}
		for _, r := range flagAt(model, instr, state) {
			if r.heldAtSend = held; !contains(held, r.lock) {
				free = append(free, r)
			}
		}
	})
	return free
}

// conditionsOf returns the conditions on which it depends whether a block is reached.
func conditionsOf(b *ssa.BasicBlock) (list []ssa.Value) {
	for d := b.Idom(); d != nil; d = d.Idom() {
		branch, ok := lockset.LastOf(d).(*ssa.If)
		if ok && slices.ContainsFunc(d.Succs, func(succ *ssa.BasicBlock) bool { return len(succ.Preds) == 1 && succ.Dominates(b) }) {
			list = append(list, branch.Cond)
		}
	}
	return list
}

func valueOf(instr ssa.Instruction) ssa.Value {
	v, _ := instr.(ssa.Value)
	return v
}

// flagAt returns the readings of boolean fields that an instruction is: a load under a lock, or a call of a
// method that returns what it has loaded so.
func flagAt(model *lockset.Package, instr ssa.Instruction, state lockset.State) (list []*reading) {
	switch v := instr.(type) {
	case *ssa.UnOp:
		addr, ok := v.X.(*ssa.FieldAddr)
		if !ok || v.Op != token.MUL || !isBool(v.Type()) {
			return nil
		}
		for _, h := range state.Held() {
			if h.Key != "" && !h.Permit {
				list = append(list, &reading{field: ssaflow.Field(addr), at: v.X.Pos(), lock: h.Key})
			}
		}
	case *ssa.Call:
		callee := v.Call.StaticCallee()
		if callee == nil || callee.Pkg != v.Parent().Pkg || callee == v.Parent() || model.Func(callee) == nil || !isBool(v.Type()) {
			return nil
		}
		inner := decides(callee)
		model.Func(callee).Walk(func(instr ssa.Instruction, state lockset.State) {
			if load, ok := instr.(*ssa.UnOp); ok && inner[load] {
				list = append(list, flagAt(model, load, state)...)
			}
		})
	}
	return list
}

// decides returns the values from which the results of a function are computed, or its conditions: those of
// closed || expired are both.
func decides(fn *ssa.Function) map[ssa.Value]bool {
	from := make(map[ssa.Value]bool)
	for _, results := range ssaflow.Returns(fn) {
		for _, result := range results {
			origins(result, from)
		}
	}
	for _, b := range fn.Blocks {
		if branch, ok := lockset.LastOf(b).(*ssa.If); ok {
			origins(branch.Cond, from)
		}
	}
	return from
}

func isBool(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsBoolean != 0
}

// setsFlag reports whether the function of the close, or one that calls it, stores a constant in the flag
// under the lock.
func (s *snapshot) setsFlag(model *lockset.Package) bool {
	for fn := range s.closers {
		f := model.Func(fn)
		if f == nil {
			continue
		}
		found := false
		f.Walk(func(instr ssa.Instruction, held lockset.State) {
			store, ok := instr.(*ssa.Store)
			if !ok {
				return
			}
			addr, ok := store.Addr.(*ssa.FieldAddr)
			set, known := store.Val.(*ssa.Const)
			found = found || ok && known && set.Value != nil && set.Value.Kind() == constant.Bool &&
				ssaflow.Field(addr) == s.read.field && holds(held, s.read.lock)
		})
		if found {
			return true
		}
	}
	return false
}

func (s *snapshot) reportTested() {
	call := ssainstr.CallExpr(s.p, s.closed.Common().Pos())
	if call == nil {
		return
	}
	at := sentAt(s.send)
	s.p.Report(check.Finding{
		At: check.Span(at, at+2),
		Message: fmt.Sprintf("send on closed channel panics: %s sets %s and closes the channel at %s, and the lock of the test at %s is released before the send",
			ssaflow.Outermost(s.closed.Parent()).Name(), s.read.field.Name(), s.p.Where(call.Pos(), at), s.p.Where(s.read.at, at)),
		Trace:  []check.Hop{{Pos: s.read.at, Message: "tested here, under the lock"}, {Pos: call.Pos(), Message: "closed here"}},
		Doubts: s.doubts(),
	})
}
