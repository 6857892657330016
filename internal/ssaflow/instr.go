package ssaflow

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// instr records what one instruction says about classes.
func (f *Flow) instr(fn *ssa.Function, instr ssa.Instruction) {
	f.operands(fn, instr)
	switch instr := instr.(type) {
	case *ssa.Phi:
		for _, e := range instr.Edges {
			f.unify(instr, e)
		}
	case *ssa.ChangeType:
		f.unify(instr, instr.X)
		f.convert(instr.Type(), instr.X.Type())
	case *ssa.ChangeInterface:
		f.unify(instr, instr.X)
	case *ssa.Lookup:
		if instr.CommaOk || !f.element(instr.X, instr) {
			f.foreign(instr)
		}
	case *ssa.Convert, *ssa.MultiConvert, *ssa.TypeAssert, *ssa.Index:
		f.foreign(instr.(ssa.Value))
	case *ssa.MakeInterface:
		f.give(instr.X)
		f.foreign(instr)
		f.box(instr.X.Type())
	case *ssa.MakeChan:
		f.made(instr)
	case *ssa.MakeClosure:
		f.made(instr)
		f.closure(instr)
	case *ssa.UnOp:
		f.unop(instr)
	case *ssa.Store:
		if tracked(instr.Val.Type()) && !isNil(instr.Val) {
			f.union(f.content(instr.Addr), instr.Val)
		} else {
			f.give(instr.Val) // a pointer to a tracked value
		}
		f.flagStore(instr)
	case *ssa.Field:
		if tracked(instr.Type()) {
			f.union(f.fieldAt(instr.X.Type(), instr.Field), instr)
		}
	case *ssa.MapUpdate:
		if !keysAreChannels(instr.Map.Type()) || !f.element(instr.Map, instr.Key) {
			f.give(instr.Key)
		}
		if !f.element(instr.Map, instr.Value) {
			f.give(instr.Value)
		}
	default:
		f.control(fn, instr)
	}
}

// control records what the instructions say that pass values on.
func (f *Flow) control(fn *ssa.Function, instr ssa.Instruction) {
	switch instr := instr.(type) {
	case *ssa.Send:
		f.op(instr.Chan, func(c *Class) { c.Sends = append(c.Sends, Op{instr, false, -1}) })
		f.give(instr.X)
	case *ssa.Select:
		f.selectOps(instr)
	case *ssa.Extract:
		f.extract(instr)
	case *ssa.Return:
		for i, r := range instr.Results {
			if tracked(r.Type()) && !isNil(r) {
				f.union(result{fn, i}, r)
			} else {
				f.give(r)
			}
		}
	case ssa.CallInstruction:
		f.call(instr)
	}
}

// operands notes functions used as values, and where tracked values occur.
func (f *Flow) operands(fn *ssa.Function, instr ssa.Instruction) {
	f.ops = instr.Operands(f.ops[:0])
	for i, op := range f.ops {
		v := *op
		if v == nil || isNil(v) {
			continue
		}
		if used, ok := v.(*ssa.Function); ok {
			if call, ok := instr.(ssa.CallInstruction); ok && i == 0 && !call.Common().IsInvoke() {
				continue
			}
			if _, ok := instr.(*ssa.MakeClosure); ok && i == 0 {
				continue
			}
			f.made(used)
		}
		if tracked(v.Type()) {
			f.class(v).funcs[fn] = true
		}
	}
	if v, ok := instr.(ssa.Value); ok && v.Type() != nil && tracked(v.Type()) {
		f.class(v).funcs[fn] = true
	}
}

// made records where a value begins.
func (f *Flow) made(v ssa.Value) {
	c := f.class(v)
	for _, m := range c.Makes {
		if m == v {
			return
		}
	}
	c.Makes = append(c.Makes, v)
}

func (f *Flow) closure(mk *ssa.MakeClosure) {
	fn := mk.Fn.(*ssa.Function)
	for i, b := range mk.Bindings {
		f.unify(fn.FreeVars[i], b)
	}
}

func (f *Flow) unop(instr *ssa.UnOp) {
	switch instr.Op {
	case token.MUL:
		if tracked(instr.Type()) {
			f.union(f.content(instr.X), instr)
		} else if trackedPointer(instr.Type()) {
			f.foreign(instr)
		}
	case token.ARROW:
		op := Op{instr, false, -1}
		f.op(instr.X, func(c *Class) {
			if instr.CommaOk && instr.Block().Comment == "rangechan.loop" {
				c.Ranges = append(c.Ranges, op)
			} else {
				c.Receives = append(c.Receives, op)
			}
		})
		if !instr.CommaOk {
			f.foreign(instr)
		}
	}
}

func (f *Flow) op(ch ssa.Value, add func(*Class)) {
	if !isNil(ch) && tracked(ch.Type()) {
		add(f.class(ch))
	}
}

func (f *Flow) selectOps(instr *ssa.Select) {
	guarded := len(instr.States) > 1 || !instr.Blocking
	for i, s := range instr.States {
		op := Op{instr, guarded, i}
		if s.Dir == types.SendOnly {
			f.op(s.Chan, func(c *Class) { c.Sends = append(c.Sends, op) })
			f.give(s.Send)
		} else {
			f.op(s.Chan, func(c *Class) { c.Receives = append(c.Receives, op) })
		}
	}
}

func (f *Flow) extract(instr *ssa.Extract) {
	call, ok := instr.Tuple.(*ssa.Call)
	if !ok {
		if from := elementsOf(instr); from == nil || !f.element(from, instr) {
			f.foreign(instr)
		}
		return
	}
	f.resultOf(call, instr, instr.Index)
}

// elementsOf returns the container of which v is an element: one that is looked up with a
// comma ok, or that of an iteration of a loop; nil for other values.
func elementsOf(v *ssa.Extract) ssa.Value {
	switch tuple := v.Tuple.(type) {
	case *ssa.Lookup:
		if v.Index == 0 {
			return tuple.X
		}
	case *ssa.Next:
		loop, ok := tuple.Iter.(*ssa.Range)
		if ok && (v.Index == 2 || v.Index == 1 && keysAreChannels(loop.X.Type())) {
			return loop.X
		}
	}
	return nil
}

// resultOf binds the value of a call's result to what the callees return.
func (f *Flow) resultOf(call *ssa.Call, v ssa.Value, i int) {
	if !tracked(v.Type()) {
		f.foreign(v)
		return
	}
	if f.known(&call.Call) {
		f.made(v)
		return
	}
	callees, complete := f.static(call)
	for _, c := range callees {
		f.union(result{c, i}, v)
	}
	if !complete {
		f.deferResult(call, v, i)
	}
}

// known reports whether the catalog knows what the call makes.
func (f *Flow) known(call *ssa.CallCommon) bool {
	name := Callee(call)
	return name != "" && (catalog.ContextRoots[name] || catalog.ContextEnds[name] != "" || catalog.ContextDerives[name] != "" ||
		name == "(context.Context).Done" || catalog.Tickers.Calls[name])
}

// Object returns the function or method that a call names, nil for function values. A method value
// is one where its call has other arguments than the method's: the receiver is bound.
func Object(call *ssa.CallCommon) *types.Func {
	if call.IsInvoke() {
		return call.Method
	}
	fn := call.StaticCallee()
	if fn == nil || len(fn.FreeVars) > 0 && fn.Parent() == nil {
		return nil
	}
	obj, _ := fn.Object().(*types.Func)
	return obj
}

// Callee returns the catalog name of the function or method that a call names,
// "" for function values.
func Callee(call *ssa.CallCommon) string { return callmatch.Name(Object(call)) }

// Outermost returns the declared function around a literal, or fn itself.
func Outermost(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}
