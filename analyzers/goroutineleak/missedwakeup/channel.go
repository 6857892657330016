package missedwakeup

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// reportTakenLate reports
//
//	c.L.Unlock()
//	<-c.waiters() // reads a field that Broadcast replaces when it closes the channel
//	c.L.Lock()
//
// where the channel has to be read before the release: a Broadcast that comes between the two closes the
// channel before, and the waiter gets the next one.
func reportTakenLate(p *check.Pass) {
	flow := ssaflow.Of(p.Pass)
	replaced := replacements(flow)
	if len(replaced) == 0 {
		return
	}
	model := locks.Of(p.Pass)
	if model == nil {
		return
	}
	for _, f := range model.Funcs {
		for instr := range ssaflow.Instrs(f.SSA) {
			for _, ch := range received(instr) {
				from, ok := ch.(ssa.Instruction)
				field := fieldBehind(ch, 3)
				if !ok || p.Quiet(instr.Pos()) || !slices.ContainsFunc(replaced[field], func(fn *ssa.Function) bool { return fn != f.SSA }) {
					continue
				}
				if unlock := releasedFor(f, from, instr); unlock != nil {
					reportLate(p, unlock, from, instr, field)
				}
			}
		}
	}
}

// received returns the channels that an instruction may receive from.
func received(instr ssa.Instruction) (list []ssa.Value) {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		if instr.Op == token.ARROW {
			return []ssa.Value{instr.X}
		}
	case *ssa.Select:
		for _, s := range instr.States {
			if s.Dir == types.RecvOnly && instr.Blocking {
				list = append(list, s.Chan)
			}
		}
	}
	return list
}

// fieldBehind returns the field that a channel is read from, directly or by a function of the package that
// does nothing else.
func fieldBehind(v ssa.Value, depth int) *types.Var {
	switch v := v.(type) {
	case *ssa.UnOp:
		if addr, ok := v.X.(*ssa.FieldAddr); ok && v.Op == token.MUL {
			return ssaflow.Field(addr)
		}
	case *ssa.ChangeType:
		return fieldBehind(v.X, depth)
	case *ssa.Call:
		callee := v.Call.StaticCallee()
		if callee == nil || callee.Pkg != v.Parent().Pkg || depth == 0 || len(callee.Params) != 1 {
			return nil
		}
		return onlyField(callee)
	}
	return nil
}

// onlyField returns the field of its parameter that a function reads, nil if it reads none but locks, or
// several.
func onlyField(fn *ssa.Function) *types.Var {
	var found *types.Var
	for instr := range ssaflow.Instrs(fn) {
		addr, ok := instr.(*ssa.FieldAddr)
		if !ok || strings.HasPrefix(ssaflow.Field(addr).Type().String(), "sync.") {
			continue
		}
		if found != nil && found != ssaflow.Field(addr) {
			return nil
		}
		found = ssaflow.Field(addr)
	}
	return found
}

// releasedFor returns the release of a lock that is in front of the read of the channel on every path, where
// the lock is acquired again after the receive.
func releasedFor(f *lockset.Func, read, receive ssa.Instruction) *ssa.Call {
	var unlock *ssa.Call
	for instr := range ssaflow.Instrs(f.SSA) {
		call, ok := instr.(*ssa.Call)
		if !ok || call.Block() != read.Block() || lockset.Precedes(read, call) && !lockset.Loops(call.Block()) {
			continue
		}
		ops, direct := f.Pkg.Direct(&call.Call)
		if direct && !ops[0].Acquire && slices.Index(call.Block().Instrs, ssa.Instruction(call)) < slices.Index(read.Block().Instrs, read) && acquiredAfter(f, receive, ops[0]) {
			unlock = call
		}
	}
	return unlock
}

// acquiredAfter reports whether a lock is acquired after an instruction, or by a deferred function.
func acquiredAfter(f *lockset.Func, after ssa.Instruction, release lockset.Op) bool {
	for instr := range ssaflow.Instrs(f.SSA) {
		call, ok := instr.(ssa.CallInstruction)
		_, deferred := instr.(*ssa.Defer)
		if !ok || !deferred && !lockset.Precedes(after, instr) {
			continue
		}
		if slices.ContainsFunc(f.Pkg.Ops(call.Common()), func(op lockset.Op) bool {
			return op.Acquire && op.Net && op.Read == release.Read && op.Path == release.Path
		}) {
			return true
		}
	}
	return false
}

// replacements returns, of each field, the functions that close a channel and put something else into the field.
func replacements(flow *ssaflow.Flow) map[*types.Var][]*ssa.Function {
	list := make(map[*types.Var][]*ssa.Function)
	for _, fn := range flow.SSA.Funcs {
		closes, sets := false, make(map[*types.Var]bool)
		for instr := range ssaflow.Instrs(fn) {
			var addr ssa.Value
			switch instr := instr.(type) {
			case *ssa.Store:
				addr = instr.Addr
			case *ssa.Call:
				builtin, ok := instr.Call.Value.(*ssa.Builtin)
				closes = closes || ok && builtin.Name() == "close"
				addr = swapped(instr)
			}
			if field, ok := addr.(*ssa.FieldAddr); ok {
				sets[ssaflow.Field(field)] = true
			}
		}
		for field := range sets {
			if closes {
				list[field] = append(list[field], fn)
			}
		}
	}
	return list
}

// swapped returns the address that a call sets by an atomic operation, nil for other calls.
func swapped(call *ssa.Call) ssa.Value {
	name := ssaflow.Callee(&call.Call)
	if !strings.Contains(name, "sync/atomic.") || strings.Contains(name, "Load") || len(call.Call.Args) < 2 {
		return nil
	}
	return call.Call.Args[0]
}

func reportLate(p *check.Pass, unlock *ssa.Call, read, receive ssa.Instruction, field *types.Var) {
	pos := receive.Pos()
	if at := read.Pos(); at.IsValid() {
		pos = at
	}
	p.Report(check.Finding{
		At: check.Span(pos, pos+1),
		Message: fmt.Sprintf("a wake-up after the release at %s is lost: the channel in %s is read only here, and may have been replaced",
			p.Where(unlock.Pos(), pos), field.Name()),
		Trace: []check.Hop{{Pos: unlock.Pos(), Message: "the lock is released here"}, {Pos: receive.Pos(), Message: "received here"}},
	})
}
