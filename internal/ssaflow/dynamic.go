package ssaflow

import (
	"golang.org/x/tools/go/ssa"
)

// A dynamicCall waits for the class of the function it calls.
type dynamicCall struct {
	call    ssa.CallInstruction
	results map[int][]ssa.Value
	bound   map[*ssa.Function]bool
	unknown bool // already treated as a call of unknown code
}

func (f *Flow) dynamicFor(instr ssa.CallInstruction) *dynamicCall {
	for i := len(f.dynamic) - 1; i >= 0; i-- {
		if f.dynamic[i].call == instr {
			return f.dynamic[i]
		}
	}
	d := &dynamicCall{call: instr, results: make(map[int][]ssa.Value), bound: make(map[*ssa.Function]bool)}
	f.dynamic = append(f.dynamic, d)
	return d
}

// deferResult binds the i-th result of a call whose callee is not known by name.
func (f *Flow) deferResult(call *ssa.Call, v ssa.Value, i int) {
	if call.Call.IsInvoke() || call.Call.StaticCallee() != nil {
		f.foreign(v)
		return
	}
	d := f.dynamicFor(call)
	d.results[i] = append(d.results[i], v)
}

// solve binds the calls of function values until nothing changes: a class of functions
// grows with every binding, and a function that escapes can be called from anywhere.
func (f *Flow) solve() {
	for changed := true; changed; {
		changed = false
		for _, d := range f.dynamic {
			if f.solveCall(d) {
				changed = true
			}
		}
		for _, c := range f.classes {
			if !c.OutSends && !c.OutReceives {
				continue
			}
			for _, fn := range f.targets(c) {
				if f.openFunc(fn.fn) {
					changed = true
				}
			}
		}
	}
}

type target struct {
	fn    *ssa.Function
	bound int
}

// targets returns the functions of this package in a class.
func (f *Flow) targets(c *Class) []target {
	var list []target
	for _, m := range c.Makes {
		var fn *ssa.Function
		switch m := m.(type) {
		case *ssa.Function:
			fn = m
		case *ssa.MakeClosure:
			fn = m.Fn.(*ssa.Function)
		default:
			continue
		}
		if src, bound := f.Func(fn); src != nil {
			list = append(list, target{src, bound})
		}
	}
	return list
}

func (f *Flow) solveCall(d *dynamicCall) bool {
	changed := false
	c := f.class(d.call.Common().Value)
	for _, t := range f.targets(c) {
		if d.bound[t.fn] {
			continue
		}
		d.bound[t.fn] = true
		changed = true
		f.bind(d.call, t.fn, t.bound)
		for i, values := range d.results {
			for _, v := range values {
				f.union(result{t.fn, i}, v)
			}
		}
	}
	if !d.unknown && (c.Foreign || len(f.targets(c)) < len(c.Makes) || len(c.Makes) == 0) {
		d.unknown, changed = true, true
		for _, arg := range d.call.Common().Args {
			f.give(arg)
		}
		for _, values := range d.results {
			for _, v := range values {
				f.foreign(v)
			}
		}
	}
	return changed
}
