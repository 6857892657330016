package resource

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
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
	if len(fn.Blocks) == 0 || p.depth > 2 || of.Value == nil {
		return false
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
		return false
	}
	w.run()
	return !w.fate.Cut && slices.ContainsFunc(w.fate.Leaks, func(l Leak) bool { return Failing(l.Exit) && l.By == nil })
}
