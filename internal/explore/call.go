package explore

import (
	"go/token"
	"go/types"
	"math"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"golang.org/x/tools/go/ssa"
)

// lengthOf stands for len in expressions.
const lengthOf = token.ELLIPSIS

// A callSite is where a call is, and where its result goes.
type callSite struct {
	instr ssa.CallInstruction
	reg   int
	again bool
}

// site returns the instruction of the program's text that a call in a wrapper stands for.
func (g *goroutine) site(instr ssa.Instruction) ssa.Instruction {
	if instr.Pos().IsValid() {
		return instr
	}
	for _, f := range slices.Backward(g.frames) {
		if !f.ended && f.block.Instrs[f.pc].Pos().IsValid() {
			return f.block.Instrs[f.pc]
		}
	}
	return instr
}

// callOperands returns what is called, and with what: for a call through an interface the
// receiver comes first.
func (m *machine) callOperands(st *state, f *frame, call *ssa.CallCommon) (callee value, args []value) {
	if call.IsInvoke() {
		recv := m.get(st, f, call.Value)
		if isContextType(call.Value.Type()) {
			recv = m.contextOf(st, recv)
		}
		callee, args = m.method(st, recv, call.Method)
	} else {
		callee = m.get(st, f, call.Value)
	}
	for _, a := range call.Args {
		args = append(args, m.get(st, f, a))
	}
	return callee, args
}

// method returns the function that a call through an interface runs.
func (m *machine) method(st *state, recv value, method *types.Func) (value, []value) {
	if recv.k != boxed {
		return recv, []value{recv}
	}
	obj, _, _ := types.LookupFieldOrMethod(recv.x.typ, true, method.Pkg(), method.Name())
	if fn, ok := obj.(*types.Func); !ok || fn == nil || types.IsInterface(fn.Signature().Recv().Type()) {
		return value{}, []value{recv}
	}
	name := method.Name()
	if recv.x.text == readsOnly {
		name = rlockerMethods[name]
	}
	fn := m.prog.LookupMethod(recv.x.typ, method.Pkg(), name)
	if fn == nil {
		return value{}, []value{recv}
	}
	return funcValue(fn, nil), []value{recv.x.list[0]}
}

// call runs a call. The caller continues when it has returned.
func (m *machine) call(st *state, g *goroutine, callee value, args []value, at callSite) {
	common := at.instr.Common()
	if b, ok := common.Value.(*ssa.Builtin); ok {
		m.builtin(st, g, b.Name(), args, at)
		return
	}
	callee = st.resolve(callee)
	switch {
	case callee.k == ender:
		g.pend = &op{kind: Cancel, at: callee.addr(), site: g.site(at.instr), reg: -1, again: at.again}
		return
	case common.IsInvoke() && callee.k == ctx:
		m.finish(st, g, at, m.contextMethod(st, callee, common.Method.Name()))
		return
	case callee.k == null:
		m.panic(st, g)
		return
	case callee.k != function:
		m.foreign(st, g, args, at)
		return
	}
	fn := callee.x.fn
	if model := m.model(fn); model != nil {
		model(m, st, g, args, at)
		return
	}
	if fn.Blocks == nil || fn.TypeParams().Len() > len(fn.TypeArgs()) && fn.Blocks == nil {
		m.foreign(st, g, args, at)
		return
	}
	if m.relevant.skips(fn) {
		m.finish(st, g, at, m.unknownResult(st, fn.Signature.Results()))
		return
	}
	m.push(g, fn, append(slices.Clip(callee.x.list), args...), len(callee.x.list), at)
}

// push begins a call of a function whose body is known. What it captures comes before the
// arguments in list.
func (m *machine) push(g *goroutine, fn *ssa.Function, list []value, captured int, at callSite) *frame {
	if fn.Blocks == nil {
		return nil
	}
	info := m.info(fn)
	f := &frame{owner: g.owner, info: info, block: fn.Blocks[0], regs: make([]value, len(info.regs)), result: at.reg, again: at.again}
	for i, v := range fn.FreeVars {
		if i < captured {
			f.regs[info.regs[v]] = list[i]
		}
	}
	for i, p := range fn.Params {
		if captured+i < len(list) {
			f.regs[info.regs[p]] = list[captured+i]
		}
	}
	g.frames = append(slices.Clip(g.frames), f)
	return f
}

// finish gives a call its result.
func (m *machine) finish(st *state, g *goroutine, at callSite, result value) {
	f := g.top()
	if at.reg >= 0 {
		f.regs[at.reg] = result
	}
	if !at.again {
		f.pc++
	}
}

// foreign is a call of which the body is not known: it returns something, and what it is
// given may be used by others from now on.
func (m *machine) foreign(st *state, g *goroutine, args []value, at callSite) {
	if fn := at.instr.Common().StaticCallee(); fn == nil || !harmless(fn) {
		for _, a := range args {
			m.release(st, a)
		}
	}
	if common := at.instr.Common(); !common.IsInvoke() && common.StaticCallee() == nil && len(st.gs) > 1 && mayWait(common) {
		st.cost.waits |= 1 << min(g.id, 62)
	}
	m.finish(st, g, at, m.unknownResult(st, at.instr.Common().Signature().Results()))
}

// mayWait reports whether a function of which only the type is known may be there to wait
// for something: it is given nothing, and returns no more than an error. A
// [context.CancelFunc] does not wait for the work to stop.
func mayWait(call *ssa.CallCommon) bool {
	if callmatch.TypeName(call.Value.Type()) == "context.CancelFunc" {
		return false
	}
	sig := call.Signature()
	switch sig.Results().Len() {
	case 0:
		return sig.Params().Len() == 0
	case 1:
		return sig.Params().Len() == 0 && isError(sig.Results().At(0).Type())
	}
	return false
}

func (m *machine) unknownResult(st *state, results *types.Tuple) value {
	switch results.Len() {
	case 0:
		return value{}
	case 1:
		return st.symbol()
	}
	list := make([]value, results.Len())
	for i := range list {
		list[i] = st.symbol()
	}
	return listValue(list)
}

// harmlessPackages do not keep or use what they are given beyond printing or comparing.
var harmlessPackages = map[string]bool{
	"fmt": true, "errors": true, "strings": true, "strconv": true, "log": true, "log/slog": true, "math": true, "math/rand": true,
	"bytes": true, "unicode": true, "path": true, "path/filepath": true, "runtime": true, "sync/atomic": true, "time": true,
	"encoding/json": true, "encoding/binary": true, "os": true, "reflect": true, "testing": true,
}

func harmless(fn *ssa.Function) bool {
	return fn.Pkg != nil && harmlessPackages[fn.Pkg.Pkg.Path()] ||
		fn.Object() != nil && fn.Object().Pkg() != nil && harmlessPackages[fn.Object().Pkg().Path()]
}

// release notes that others may use v, and all that can be reached from it.
func (m *machine) release(st *state, v value) {
	v = st.resolve(v)
	switch v.k {
	case pointer, channel, slice, table, ctx, ender:
		o := st.heap[v.n]
		if o == nil || o.open || v.n == nilChannel {
			return
		}
		o = st.object(v.n)
		o.open = true
		for _, c := range slices.Concat(o.keys, o.cells) {
			m.release(st, c)
		}
		if v.k == ctx || v.k == ender {
			m.release(st, value{k: channel, n: o.child})
		}
	case function, boxed, bundle:
		for _, c := range v.x.list {
			m.release(st, c)
		}
	}
}

// builtin runs a call of a predeclared function.
func (m *machine) builtin(st *state, g *goroutine, name string, args []value, at callSite) {
	var v value
	switch name {
	case "close":
		g.pend = &op{kind: Close, at: m.chanAddr(st, args[0]), site: g.site(at.instr), reg: -1, again: at.again}
		return
	case "len":
		v = m.lenOf(st, args[0])
	case "cap":
		if args[0].k == channel && !st.heap[args[0].n].open {
			v = intValue(int64(st.heap[args[0].n].room))
			break
		}
		v = sizeSymbol(st)
	case "append":
		v = m.appended(st, at.instr.Value().Type(), args[0], args[1])
	case "delete":
		m.mapDelete(st, args[0], args[1])
	case "recover":
		v = recovered(st, g)
	case "min", "max", "copy":
		v = st.symbol()
	}
	m.finish(st, g, at, v)
}

// contextMethod runs a method of a context that is known.
func (m *machine) contextMethod(st *state, c value, name string) value {
	if c.n == background {
		switch name {
		case "Done", "Err":
			return value{k: null}
		}
		return m.background(st, name)
	}
	o := st.heap[c.n]
	switch name {
	case "Done":
		return value{k: channel, n: o.child}
	case "Err":
		if st.heap[o.child].closed {
			v := st.symbol()
			st.learn(fact{sym: v.n, lo: math.MinInt64, hi: math.MaxInt64, nilish: no})
			return v
		}
		if !st.heap[o.child].env {
			return value{k: null}
		}
	case "Deadline":
		return listValue([]value{st.symbol(), st.symbol()})
	}
	return st.symbol()
}

func (m *machine) background(st *state, name string) value {
	if name == "Deadline" {
		return listValue([]value{st.symbol(), boolValue(false)})
	}
	return value{k: null}
}

// recovered is what recover returns: something when the function that has deferred this
// one panics.
func recovered(st *state, g *goroutine) value {
	n := len(g.frames)
	if n < 2 || !g.frames[n-2].panics || g.exits {
		return value{k: null}
	}
	v := st.symbol()
	st.learn(fact{sym: v.n, lo: math.MinInt64, hi: math.MaxInt64, nilish: no})
	return v
}
