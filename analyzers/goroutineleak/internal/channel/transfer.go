package channel

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// handovers returns the instructions at which the owner gives away a struct
// that holds the channel, for others to send their answer on.
func (o *Owner) handovers(mk *ssa.MakeChan) []Sender {
	var fns []*ssa.Function
	for _, op := range o.Class.Sends {
		if !op.Guarded {
			fns = append(fns, op.Fn())
		}
	}
	if len(o.Class.Fields) == 0 || len(fns) == 0 || o.runs(o.Fn, fns, 4) {
		return nil
	}
	carriers := carriersOf(mk)
	var list []Sender
	for _, b := range o.Fn.Blocks {
		for _, instr := range b.Instrs {
			if givesAway(instr, carriers) {
				list = append(list, Sender{At: instr, fns: fns, count: 1, several: ssainstr.Innermost(o.loops, b) != nil})
			}
		}
	}
	return list
}

// runs reports whether fn calls one of fns itself, directly or not.
func (o *Owner) runs(fn *ssa.Function, fns []*ssa.Function, depth int) bool {
	if slices.Contains(fns, fn) {
		return true
	}
	if depth == 0 {
		return false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if _, isGo := instr.(*ssa.Go); !ok || isGo {
				continue
			}
			callees, _ := o.Flow.Callees(call)
			for _, callee := range callees {
				if o.runs(callee, fns, depth-1) {
					return true
				}
			}
		}
	}
	return false
}

// carriersOf returns the values of the function that hold the channel: structs
// it is stored in, pointers to them, copies.
func carriersOf(mk *ssa.MakeChan) map[ssa.Value]bool {
	carriers := map[ssa.Value]bool{mk: true}
	var follow func(v ssa.Value)
	add := func(v ssa.Value) {
		if !carriers[v] {
			carriers[v] = true
			follow(v)
		}
	}
	follow = func(v ssa.Value) {
		for _, ref := range ssabuild.Referrers(v) {
			switch ref := ref.(type) {
			case *ssa.Store:
				if ref.Val != v {
					continue
				}
				if field, ok := ref.Addr.(*ssa.FieldAddr); ok {
					add(field.X)
				} else if _, ok := ref.Addr.(*ssa.Alloc); ok {
					add(ref.Addr)
				}
			case *ssa.UnOp:
				if ref.Op == token.MUL {
					add(ref)
				}
			case *ssa.Phi, *ssa.MakeInterface, *ssa.ChangeType, *ssa.ChangeInterface:
				add(ref.(ssa.Value))
			}
		}
	}
	follow(mk)
	return carriers
}

// givesAway reports whether instr sends a carrier to another goroutine, passes it to a
// function, or puts it in a map, where others find it.
func givesAway(instr ssa.Instruction, carriers map[ssa.Value]bool) bool {
	switch instr := instr.(type) {
	case *ssa.Send:
		return carriers[instr.X]
	case *ssa.MapUpdate:
		return carriers[instr.Value]
	case *ssa.Select:
		return slices.ContainsFunc(instr.States, func(s *ssa.SelectState) bool { return s.Send != nil && carriers[s.Send] })
	case ssa.CallInstruction:
		for i, v := range instr.Common().Args {
			if callee := instr.Common().StaticCallee(); carriers[v] && (callee == nil || !onlyReads(callee, i, 3)) {
				return true
			}
		}
	}
	return false
}

// onlyReads reports whether fn does nothing with its parameter i but look at what else
// than a channel is in it, such as to say how long a request has waited.
func onlyReads(fn *ssa.Function, i, depth int) bool {
	if depth == 0 || i >= len(fn.Params) || len(fn.Blocks) == 0 {
		return false
	}
	return !slices.ContainsFunc(ssabuild.Referrers(fn.Params[i]), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			return syntax.IsChannel(ssaflow.Field(ref).Type())
		case *ssa.BinOp, *ssa.If, *ssa.DebugRef:
			return false
		case *ssa.Call:
			at, callee := slices.Index(ref.Call.Args, ssa.Value(fn.Params[i])), ref.Call.StaticCallee()
			return at < 0 || callee == nil || !onlyReads(callee, at, depth-1)
		}
		return true
	})
}
