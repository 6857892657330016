package lockstate

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// resolveValues finds the calls of the functions that are used as values, where every value ends
// in calls of this package: through variables, fields that importers cannot name, parameters of
// the package's functions, and elements of what such fields and variables hold.
func (p *Package) resolveValues() {
	uses := p.valueUses()
	p.dynamic = make(map[ssa.CallInstruction][]*Func)
	for _, f := range p.Funcs {
		if len(uses[f]) == 0 {
			continue
		}
		flow := &valueFlow{p: p, seen: make(map[any]bool)}
		for _, u := range uses[f] {
			flow.use(u.instr, u.value)
		}
		if flow.lost || len(flow.calls) == 0 {
			continue
		}
		f.resolved = true
		f.sites = append(f.sites, flow.calls...)
		for _, s := range flow.calls {
			p.dynamic[s.instr] = append(p.dynamic[s.instr], f)
		}
	}
}

// targets returns the functions of the package that a call runs, or starts.
func (p *Package) targets(call ssa.CallInstruction) []*Func {
	if callee := p.Callee(call.Common()); callee != nil {
		return []*Func{callee}
	}
	if callee := p.spawned(call.Common()); callee != nil {
		return []*Func{callee}
	}
	return p.dynamic[call]
}

// A valueUse is an instruction that uses a function as a value.
type valueUse struct {
	instr ssa.Instruction
	value ssa.Value
}

// valueUses returns where the functions of the package are used other than by calling them.
func (p *Package) valueUses() map[*Func][]valueUse {
	uses := make(map[*Func][]valueUse)
	p.fieldLoads = make(map[types.Object][]ssa.Value)
	for _, f := range p.Funcs {
		for _, b := range f.SSA.Blocks {
			for _, instr := range b.Instrs {
				p.noteLoad(instr)
				for _, op := range instr.Operands(nil) {
					if target := p.valueOf(*op); target != nil && !p.justCalls(instr, *op, target) {
						uses[target] = append(uses[target], valueUse{instr, *op})
					}
				}
			}
		}
	}
	return uses
}

// valueOf returns the function that a value is: its name, a literal, or a method value.
func (p *Package) valueOf(v ssa.Value) *Func {
	switch v := v.(type) {
	case *ssa.Function:
		if origin := v.Origin(); origin != nil {
			v = origin
		}
		return p.byFunc[v]
	case *ssa.MakeClosure:
		fn := v.Fn.(*ssa.Function)
		if !isBound(fn) {
			return p.byFunc[fn]
		}
		if obj, ok := fn.Object().(*types.Func); ok {
			return p.byObject[obj.Origin()]
		}
	}
	return nil
}

// justCalls reports whether an instruction only calls or starts the function that it names.
func (p *Package) justCalls(instr ssa.Instruction, v ssa.Value, target *Func) bool {
	switch instr := instr.(type) {
	case *ssa.DebugRef:
		return true
	case *ssa.MakeClosure:
		return instr.Fn == v // its own literal; what it captures is used
	case ssa.CallInstruction:
		return p.Callee(instr.Common()) == target && instr.Common().Value == v || p.spawned(instr.Common()) == target
	}
	return false
}

// noteLoad keeps the values that are loaded from fields and package variables.
func (p *Package) noteLoad(instr ssa.Instruction) {
	switch v := instr.(type) {
	case *ssa.UnOp:
		switch from := v.X.(type) {
		case *ssa.FieldAddr:
			if field := p.place(from).Field; field != nil {
				p.fieldLoads[field] = append(p.fieldLoads[field], v)
			}
		case *ssa.Global:
			if obj := from.Object(); obj != nil {
				p.fieldLoads[obj] = append(p.fieldLoads[obj], v)
			}
		}
	case *ssa.Field:
		if field := p.place(v).Field; field != nil {
			p.fieldLoads[field] = append(p.fieldLoads[field], v)
		}
	}
}

// A valueFlow follows one function value to its calls.
type valueFlow struct {
	p     *Package
	calls []site
	lost  bool  // it goes where others may call it
	began *site // the start of the goroutine that has been handed it
	seen  map[any]bool
}

// follow looks at all uses of v, which may be the function, or hold it as an element.
func (f *valueFlow) follow(v ssa.Value) {
	if f.seen[v] || f.lost {
		return
	}
	f.seen[v] = true
	for _, ref := range *v.Referrers() {
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
	for _, ref := range *v.Referrers() {
		if ext, ok := ref.(*ssa.Extract); ok && ext.Index == index {
			f.follow(ext)
		}
	}
}

// elements follows the loads of an element.
func (f *valueFlow) elements(addr *ssa.IndexAddr) {
	for _, ref := range *addr.Referrers() {
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
	if startsGoroutine(call) {
		f.call(call)
		return
	}
	callee := f.p.Callee(common)
	_, args := f.p.target(common)
	if callee == nil || len(args) > len(callee.SSA.Params) {
		f.lost = true
		return
	}
	outer := f.began
	if _, started := call.(*ssa.Go); started {
		f.began = &site{caller: f.p.byFunc[call.Parent()], instr: call, start: true}
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
	s := site{caller: f.p.byFunc[instr.Parent()], instr: instr, start: f.p.starts(instr), value: true}
	if !s.start {
		s.began = f.began
	}
	f.calls = append(f.calls, s)
}

// put follows what is stored at an address.
func (f *valueFlow) put(addr ssa.Value) {
	switch addr := addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		if alloc := f.p.alloc(addr); alloc != nil {
			f.follow(alloc)
			return
		}
		f.lost = true
	case *ssa.FieldAddr:
		f.slot(f.p.place(addr).Field)
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
	if v, ok := obj.(*types.Var); !ok || v.Exported() || v.Pkg() != f.p.types {
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
