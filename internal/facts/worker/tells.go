package worker

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// Tells reports whether fn, or a function of the package that it calls, may signal that it
// has finished: by closing a channel or decrementing a group anywhere, or after its loop by
// a send or by calling a function value, which can do anything, unless it returns an error to the goroutine. What it sends or calls in
// each iteration is its work. A channel without a receiver, and a group without a Wait,
// signal nothing.
func Tells(flow *ssaflow.Flow, fn *ssa.Function) bool {
	t := &teller{flow: flow, root: fn, seen: make(map[visit]bool)}
	return t.function(fn, false)
}

type teller struct {
	flow *ssaflow.Flow
	root *ssa.Function // of the goroutine
	seen map[visit]bool
}

// A visit is of a function, called in an iteration of the work or outside. Each is made
// once; a visit outside of the loop finds all that one in an iteration does.
type visit struct {
	fn      *ssa.Function
	inRound bool
}

func (t *teller) function(fn *ssa.Function, inRound bool) bool {
	if t.seen[visit{fn, false}] || t.seen[visit{fn, inRound}] {
		return false
	}
	t.seen[visit{fn, inRound}] = true
	for _, b := range fn.Blocks {
		loops := ssaflow.Reaches(b, b)
		for _, instr := range b.Instrs {
			_, deferred := instr.(*ssa.Defer)
			round := inRound || !deferred && loops
			if !ofIteration(instr, inRound) && t.tells(instr, round) || t.callee(instr, round) {
				return true
			}
		}
	}
	return false
}

// callee reports whether a function that instr calls signals the end.
func (t *teller) callee(instr ssa.Instruction, inRound bool) bool {
	call, ok := instr.(ssa.CallInstruction)
	if _, isGo := instr.(*ssa.Go); !ok || isGo {
		return false
	}
	callees, _ := t.flow.Callees(call)
	return slices.ContainsFunc(callees, func(c *ssa.Function) bool { return t.function(c, inRound) })
}

func (t *teller) tells(instr ssa.Instruction, inRound bool) bool {
	switch instr := instr.(type) {
	case *ssa.Send:
		return !inRound && !t.queues(instr.Chan)
	case *ssa.Select:
		return !inRound && slices.ContainsFunc(instr.States, func(s *ssa.SelectState) bool { return s.Send != nil && !t.queues(s.Chan) })
	case ssa.CallInstruction:
		call := instr.Common()
		if b, ok := call.Value.(*ssa.Builtin); ok {
			return b.Name() == "close" && t.heard(call.Args[0])
		}
		name := ssaflow.Callee(call)
		if name == "" {
			_, complete := t.flow.Callees(instr)
			return !complete && !inRound && !t.endsOwn(call) && !callmatch.CanFail(call.Signature())
		}
		if name == "(*sync.WaitGroup).Done" {
			return t.awaited(call.Args[0])
		}
		return strings.HasSuffix(name, ").Done") && name != "(context.Context).Done" || strings.HasPrefix(name, "(*sync.Cond).")
	}
	return false
}

// queues reports whether a channel hands work to goroutines that do nothing but that: what is sent there
// is no signal.
func (t *teller) queues(ch ssa.Value) bool {
	elem := ch.Type().Underlying().(*types.Chan).Elem()
	c := t.flow.Class(ch)
	if c == nil || c.Foreign || c.OutReceives || len(c.Receives)+len(c.Ranges) == 0 || types.Identical(elem, types.Universe.Lookup("error").Type()) {
		return false
	}
	if _, isStruct := callmatch.Deref(elem).Underlying().(*types.Struct); !isStruct || types.Identical(elem.Underlying(), types.NewStruct(nil, nil)) {
		return false
	}
	return !slices.ContainsFunc(slices.Concat(c.Receives, c.Ranges), func(op ssaflow.Op) bool { return !t.serves(op.Instr) })
}

// serves reports whether a receive is in the loop of a function that is only started.
func (t *teller) serves(receive ssa.Instruction) bool {
	b := receive.Block()
	return ssaflow.Reaches(b, b) && slices.ContainsFunc(t.flow.Starts(), func(s ssaflow.Start) bool { return slices.Contains(s.Bodies, b.Parent()) })
}

// heard reports whether any goroutine may wait for the close of a channel.
func (t *teller) heard(ch ssa.Value) bool {
	c := t.flow.Class(ch)
	return c == nil || c.Foreign || c.OutReceives || slices.ContainsFunc(c.Receives, func(op ssaflow.Op) bool { return !turnsAway(op) })
}

// turnsAway reports whether a receive does not wait for the goroutine, and only notices that it has
// ended: beside a send that the goroutine no longer receives, or beside a default, outside of a loop.
func turnsAway(receive ssaflow.Op) bool {
	sel, ok := receive.Instr.(*ssa.Select)
	if !ok {
		return false
	}
	if slices.ContainsFunc(sel.States, func(s *ssa.SelectState) bool { return s.Dir == types.SendOnly }) {
		return true
	}
	return !sel.Blocking && !ssaflow.Reaches(sel.Block(), sel.Block())
}

// awaited reports whether any goroutine may wait for a group: not if the group is in a
// field that the package only counts on.
func (t *teller) awaited(group ssa.Value) bool {
	addr, ok := group.(*ssa.FieldAddr)
	if !ok || ssaflow.Field(addr).Exported() {
		return true
	}
	field := ssaflow.Field(addr)
	return slices.ContainsFunc(t.flow.SSA.Funcs, func(fn *ssa.Function) bool {
		for instr := range ssaflow.Instrs(fn) {
			if other, ok := instr.(*ssa.FieldAddr); ok && ssaflow.Field(other) == field && slices.ContainsFunc(ssabuild.Referrers(other), waits) {
				return true
			}
		}
		return false
	})
}

// waits reports whether a use of a group does more than count.
func waits(use ssa.Instruction) bool {
	if _, ok := use.(*ssa.DebugRef); ok {
		return false
	}
	call, ok := use.(ssa.CallInstruction)
	if !ok {
		return true
	}
	switch ssaflow.Callee(call.Common()) {
	case "(*sync.WaitGroup).Add", "(*sync.WaitGroup).Done", "(*sync.WaitGroup).Go":
		return false
	}
	return true
}

// Finishes reports whether fn calls something, other than a logger, once the context has
// ended: after the receive from its Done channel, or deferred.
func Finishes(flow *ssaflow.Flow, fn *ssa.Function, ctx *ssaflow.Class) bool {
	for instr := range ssaflow.Instrs(fn) {
		if d, ok := instr.(*ssa.Defer); ok && matters(d.Common()) {
			return true
		}
	}
	return WorksAfter(flow, fn, ctx)
}

// WorksAfter reports whether fn calls something, other than a logger, after the receive from the Done channel
// of a context.
func WorksAfter(flow *ssaflow.Flow, fn *ssa.Function, ctx *ssaflow.Class) bool {
	for _, b := range fn.Blocks {
		for i, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.UnOp:
				if instr.Op == token.ARROW && flow.ChannelSource(instr.X).Context == ctx && ctx != nil && works(b, i) {
					return true
				}
			case *ssa.If:
				if endCase(flow, instr, ctx) && works(b.Succs[0], 0) {
					return true
				}
			}
		}
	}
	return false
}

// endCase reports whether the condition chooses the case of a select that
// received the end of the context.
func endCase(flow *ssaflow.Flow, cond *ssa.If, ctx *ssaflow.Class) bool {
	cmp, ok := cond.Cond.(*ssa.BinOp)
	if !ok || ctx == nil {
		return false
	}
	sel, i, ok := ssaflow.SelectCase(cmp)
	return ok && flow.ChannelSource(sel.States[i].Chan).Context == ctx
}

// works reports whether what follows the i-th instruction of b, and follows it
// alone, calls something that matters.
func works(b *ssa.BasicBlock, i int) bool {
	for _, other := range b.Parent().Blocks {
		if !b.Dominates(other) {
			continue
		}
		instrs := other.Instrs
		if other == b {
			instrs = instrs[i:]
		}
		for _, instr := range instrs {
			if call, ok := instr.(*ssa.Call); ok && matters(call.Common()) {
				return true
			}
		}
	}
	return false
}

// matters reports whether a call at the end of a worker is work that must not be
// interrupted: not a log line, and not the release of what ends with the process.
func matters(call *ssa.CallCommon) bool {
	if _, ok := call.Value.(*ssa.Builtin); ok {
		return false
	}
	var fn *types.Func
	if call.IsInvoke() {
		fn = call.Method
	} else if callee := call.StaticCallee(); callee != nil {
		fn, _ = callee.Object().(*types.Func)
	}
	if fn == nil || fn.Pkg() == nil {
		return false // literals are looked at where they are called from
	}
	switch fn.Pkg().Path() {
	case "sync", "time", "context", "errors", "fmt", "os/signal", "sync/atomic", "runtime", "runtime/debug":
		return false
	}
	return !catalog.LogPackages[fn.Pkg().Path()]
}
