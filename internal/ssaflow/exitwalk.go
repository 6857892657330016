package ssaflow

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// A walk looks for a path from one block to an end of its function.
type walk struct {
	e    *Exits
	seen map[*ssa.BasicBlock]bool
	trap *ssa.Function   // callee without an exit
	at   *ssa.BasicBlock // that calls it
}

// cycle returns the loop that b is part of: the blocks that can be reached from b and lead
// back to it. It returns nil if there is none, or if control can continue from it to
// another loop, or to a callee without an exit.
func (w *walk) cycle(b *ssa.BasicBlock) []*ssa.BasicBlock {
	var loop []*ssa.BasicBlock
	for _, other := range w.from(b) {
		next := w.from(other)
		switch {
		case slices.Contains(next, b):
			loop = append(loop, other)
		case slices.Contains(next, other) || other == w.at:
			return nil
		}
	}
	return loop
}

// from returns the blocks that can be reached from b in at least one step.
func (w *walk) from(b *ssa.BasicBlock) []*ssa.BasicBlock {
	var list []*ssa.BasicBlock
	for next := []*ssa.BasicBlock{b}; len(next) > 0; {
		last := next[len(next)-1]
		next = next[:len(next)-1]
		for _, succ := range last.Succs {
			if w.seen[succ] && !slices.Contains(list, succ) {
				list = append(list, succ)
				next = append(next, succ)
			}
		}
	}
	return list
}

// block reports whether an end is reachable from the start of b.
func (w *walk) block(b *ssa.BasicBlock) bool {
	if w.seen[b] {
		return false
	}
	w.seen[b] = true
	for _, instr := range b.Instrs {
		if w.blocks(instr) {
			return false
		}
		if call, ok := instr.(*ssa.Call); ok {
			if ends, known := w.call(call); known {
				return ends
			}
		}
	}
	switch last := b.Instrs[len(b.Instrs)-1].(type) {
	case *ssa.Return:
		return true
	case *ssa.Panic:
		return !implied(last)
	case *ssa.If:
		return w.branch(b, last)
	}
	for _, succ := range b.Succs {
		if w.block(succ) {
			return true
		}
	}
	return false
}

// call reports what a call means for the path: known when the path goes no
// further than here, and then whether that is an end.
func (w *walk) call(call *ssa.Call) (ends, known bool) {
	fns, complete := w.e.flow.Callees(call)
	if !complete {
		return false, false
	}
	for _, fn := range fns {
		if w.e.Reachable(fn) {
			if w.e.flow.Terminates(fn) {
				return true, true
			}
			return false, false
		}
	}
	w.trap, w.at = fns[0], call.Block()
	return false, true
}

// blocks reports whether instr blocks forever.
func (w *walk) blocks(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		if instr.Op == token.ARROW {
			return w.stuck(instr, instr.X, false)
		}
	case *ssa.Select:
		if !instr.Blocking {
			return false
		}
		for _, s := range instr.States {
			if s.Send != nil || !w.stuck(instr, s.Chan, false) {
				return false
			}
		}
		return true
	}
	return false
}

// stuck reports whether the source of a channel is stuck, and keeps the result as evidence.
// With closing set, only a close counts, and a send does not. A ticker's channel delivers;
// it only never closes.
func (w *walk) stuck(instr ssa.Instruction, ch ssa.Value, closing bool) bool {
	src := w.e.flow.ChannelSource(ch)
	if src.Ticker {
		return closing
	}
	if closing {
		src.Raises = src.Closes
	}
	if !w.e.stuck(src) {
		return false
	}
	w.cut(instr, ch, src)
	return true
}

func (w *walk) cut(instr ssa.Instruction, v ssa.Value, src *Source) {
	for _, c := range w.e.Cut {
		if c.Instr == instr && c.Value == v {
			return
		}
	}
	w.e.Cut = append(w.e.Cut, Wait{instr, v, src})
}

// branch follows the edges of a condition that can be taken.
func (w *walk) branch(b *ssa.BasicBlock, cond *ssa.If) bool {
	skip := -1
	switch v := cond.Cond.(type) {
	case *ssa.Extract: // ok of a receive or range
		if recv, ok := v.Tuple.(*ssa.UnOp); ok && recv.Op == token.ARROW && v.Index == 1 && w.stuck(recv, recv.X, true) {
			skip = 1
		}
	case *ssa.BinOp:
		if w.deadCase(v) || ofProgram(v) {
			skip = 0
		}
	}
	if src, raised := w.e.flow.FlagSource(cond.Cond); skip < 0 && src != nil && w.e.stuck(src) {
		w.cut(cond, cond.Cond, src)
		skip = 1
		if raised {
			skip = 0
		}
	}
	for i, succ := range b.Succs {
		if i != skip && w.block(succ) {
			return true
		}
	}
	return false
}

// ofProgram reports whether cmp asks for an error that depends on what the program passes, and on nothing
// that happens: it is no exit of a loop that runs.
//
//	req, err := http.NewRequest(http.MethodGet, p.url, nil)
//	if err != nil {
//		return
//	}
func ofProgram(cmp *ssa.BinOp) bool {
	err, ok := cmp.X.(*ssa.Extract)
	if !ok || cmp.Op != token.NEQ || !callmatch.IsError(err.Type()) {
		return false
	}
	call, ok := err.Tuple.(*ssa.Call)
	return ok && catalog.FailsByArguments[Callee(&call.Call)]
}

// deadCase reports whether cmp selects a case of a select that is never chosen.
func (w *walk) deadCase(cmp *ssa.BinOp) bool {
	sel, i, ok := SelectCase(cmp)
	return ok && sel.States[i].Send == nil && w.stuck(sel, sel.States[i].Chan, false)
}

// SelectCase recognizes the comparison by which SSA form dispatches to the i-th
// case of a select.
func SelectCase(cmp *ssa.BinOp) (sel *ssa.Select, i int, ok bool) {
	index, isExtract := cmp.X.(*ssa.Extract)
	n, isConst := cmp.Y.(*ssa.Const)
	if cmp.Op != token.EQL || !isExtract || !isConst || index.Index != 0 || n.Value == nil {
		return nil, 0, false
	}
	if sel, ok = index.Tuple.(*ssa.Select); !ok {
		return nil, 0, false
	}
	i = int(n.Int64())
	return sel, i, i >= 0 && i < len(sel.States)
}
