package lockset

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// A valueFlow follows one function value to its calls.
type valueFlow struct {
	p     *Package
	calls []Site
	lost  bool  // it goes where others may call it
	began *Site // the start of the goroutine that has been passed it
	seen  map[any]bool
}

// follow looks at all uses of v, which may be the function, or hold it as an element.
func (f *valueFlow) follow(v ssa.Value) {
	if f.seen[v] || f.lost {
		return
	}
	f.seen[v] = true
	for _, ref := range ssabuild.Referrers(v) {
		f.use(ref, v)
	}
}

func (f *valueFlow) use(instr ssa.Instruction, v ssa.Value) {
	switch instr := instr.(type) {
	case *ssa.DebugRef, *ssa.If:
	case *ssa.BinOp: // a comparison with nil
	case *ssa.ChangeType:
		f.follow(instr)
	case *ssa.Phi:
		f.follow(instr)
	case *ssa.Store:
		if instr.Val == v {
			f.put(instr.Addr)
		}
	case *ssa.MakeClosure:
		f.captured(instr, v)
	case *ssa.Slice:
		f.follow(instr)
	case *ssa.IndexAddr:
		f.elements(instr)
	case *ssa.UnOp:
		f.follow(instr)
	case *ssa.Lookup:
		f.tuple(instr, instr.CommaOk, 0)
	case *ssa.Range:
		f.follow(instr)
	case *ssa.Next:
		f.tuple(instr, true, 2)
	case *ssa.MapUpdate:
		if instr.Value == v {
			f.holder(instr.Map)
		}
	case ssa.CallInstruction:
		f.passed(instr, v)
	default:
		f.lost = true
	}
}

// tuple follows what an instruction yields, itself or as one of several results.
func (f *valueFlow) tuple(v ssa.Value, several bool, index int) {
	if !several {
		f.follow(v)
		return
	}
	for _, ref := range ssabuild.Referrers(v) {
		if ext, ok := ref.(*ssa.Extract); ok && ext.Index == index {
			f.follow(ext)
		}
	}
}

// elements follows the loads of an element.
func (f *valueFlow) elements(addr *ssa.IndexAddr) {
	for _, ref := range ssabuild.Referrers(addr) {
		if load, ok := ref.(*ssa.UnOp); ok {
			f.follow(load)
		}
	}
}

// captured follows a variable, or a value, into a literal.
func (f *valueFlow) captured(mc *ssa.MakeClosure, v ssa.Value) {
	for i, b := range mc.Bindings {
		if b == v {
			f.follow(mc.Fn.(*ssa.Function).FreeVars[i])
		}
	}
}

// passed looks at a call of the value, or with it.
func (f *valueFlow) passed(call ssa.CallInstruction, v ssa.Value) {
	common := call.Common()
	if common.Value == v && !common.IsInvoke() {
		f.call(call)
		return
	}
	if b, ok := common.Value.(*ssa.Builtin); ok && b.Name() == "len" {
		return
	}
	if StartsGoroutine(call) {
		f.call(call)
		return
	}
	callee := f.p.Callee(common)
	_, args := f.p.Target(common)
	if callee == nil || len(args) > len(callee.SSA.Params) {
		f.lost = true
		return
	}
	outer := f.began
	if _, started := call.(*ssa.Go); started {
		f.began = &Site{Caller: f.p.ByFunc[call.Parent()], Instr: call, Start: true}
	}
	for i, arg := range args {
		if arg == v {
			f.follow(callee.SSA.Params[i])
		}
	}
	f.began = outer
}

// call notes a call of the function, or the start of a goroutine with it.
func (f *valueFlow) call(instr ssa.CallInstruction) {
	s := Site{Caller: f.p.ByFunc[instr.Parent()], Instr: instr, Start: f.p.Starts(instr), Value: true}
	if !s.Start {
		s.Began = f.began
	}
	f.calls = append(f.calls, s)
}

// put follows what is stored at an address.
func (f *valueFlow) put(addr ssa.Value) {
	switch addr := addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		if alloc := f.p.Alloc(addr); alloc != nil {
			f.follow(alloc)
			return
		}
		f.lost = true
	case *ssa.FieldAddr:
		f.slot(f.p.Place(addr).Field)
	case *ssa.Global:
		f.slot(addr.Object())
	case *ssa.IndexAddr:
		f.holder(addr.X)
	default:
		f.lost = true
	}
}

// holder follows a map or slice of which the function is an element.
func (f *valueFlow) holder(v ssa.Value) {
	if load, ok := v.(*ssa.UnOp); ok {
		f.put(load.X)
		return
	}
	switch v.(type) {
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice:
		f.follow(v)
	default:
		f.lost = true
	}
}

// slot follows the loads of a field or package variable that importers cannot name.
func (f *valueFlow) slot(obj types.Object) {
	if v, ok := obj.(*types.Var); !ok || v.Exported() || v.Pkg() != f.p.Types {
		f.lost = true
		return
	}
	if f.seen[obj] {
		return
	}
	f.seen[obj] = true
	for _, load := range f.p.fieldLoads[obj] {
		f.follow(load)
	}
}
