package resource

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// failsOpen returns the call whose result is returned if it is one of a function of the package that
// gets what is open, and leaves it open where it fails; nil else.
//
//	return decompress(resp.Body)
func (w *walk) failsOpen(v ssa.Value) *ssa.Call {
	ex, ok := v.(*ssa.Extract)
	if !ok {
		return nil
	}
	call, ok := ex.Tuple.(*ssa.Call)
	if !ok || !Fails(call.Parent()) {
		return nil
	}
	fn := w.t.p.callee(&call.Call)
	if fn == nil || !Fails(fn) {
		return nil
	}
	for i, arg := range call.Call.Args {
		holder, held := w.t.held[arg]
		if held && !holder && i < len(fn.Params) && w.t.p.leavesOpen(fn, i, w.o) {
			return call
		}
	}
	return nil
}

// leavesOpen reports whether a function of the package returns an error on a path on which it has
// neither closed nor kept its parameter.
func (p *Package) leavesOpen(fn *ssa.Function, i int, of *Opening) bool {
	fate := p.followParam(fn, i, of)
	return fate != nil && slices.ContainsFunc(fate.Leaks, func(l Leak) bool { return Failing(l.Exit) && l.By == nil })
}

// readsOut reports whether a function of the package reads its parameter to its end, which closes it, on
// each path.
func (p *Package) readsOut(fn *ssa.Function, i int, of *Opening) bool {
	if !of.Drains {
		return false
	}
	fate := p.followParam(fn, i, of)
	return fate != nil && len(fate.Leaks) == 0
}

// ReadsOut reports whether a call of a function of the package reads what it gets as its i-th argument to
// its end, which closes it, unless an error is returned.
func (p *Package) ReadsOut(call *ssa.CallCommon, i int, of *Opening) bool {
	fn := p.callee(call)
	if fn == nil || i >= len(fn.Params) {
		return false
	}
	fate := p.followParam(fn, i, of)
	return fate != nil && !slices.ContainsFunc(fate.Leaks, func(l Leak) bool { return !Failing(l.Exit) || !afterError(l.Exit.Block()) })
}

// afterError reports whether a block runs only where an error is one.
func afterError(b *ssa.BasicBlock) bool {
	for ; b.Idom() != nil; b = b.Idom() {
		branch, ok := b.Idom().Instrs[len(b.Idom().Instrs)-1].(*ssa.If)
		if !ok || len(b.Preds) > 1 {
			continue
		}
		test, ok := branch.Cond.(*ssa.BinOp)
		if !ok || !isNil(test.Y) || !callmatch.IsError(test.X.Type()) {
			continue
		}
		if failed := slices.Index(b.Idom().Succs, b) == 0; failed == (test.Op == token.NEQ) {
			return true
		}
	}
	return false
}

// followParam returns what becomes of a parameter of a function of the package, nil where that is not known.
func (p *Package) followParam(fn *ssa.Function, i int, of *Opening) *Fate {
	if len(fn.Blocks) == 0 || p.depth > 2 || of.Value == nil {
		return nil
	}
	first := fn.Blocks[0].Instrs[0]
	o := *of
	o.At, o.Value, o.Err, o.Also, o.Pair = first, fn.Params[i], nil, nil, nil
	if !types.Identical(fn.Params[i].Type(), of.Value.Type()) {
		o.Part = "" // it gets the part
	}
	p.depth++
	defer func() { p.depth-- }()
	t := p.track(fn, &o)
	t.add(o.Value, false)
	t.spread()
	w := &walk{t: t, o: &o, fate: new(Fate), seen: make(map[string]bool), leaks: make(map[ssa.Instruction]bool), budget: 500}
	if u, ok := t.uses[first]; ok && u.role != uses {
		return nil
	}
	w.run()
	if w.fate.Cut {
		return nil
	}
	return w.fate
}
