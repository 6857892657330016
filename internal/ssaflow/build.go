package ssaflow

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

func build(pkg *types.Package, p *ssabuild.Package) *Flow {
	f := &Flow{
		SSA: p, pkg: pkg,
		parent:  make(map[any]any),
		classes: make(map[any]*Class),
		callers: make(map[*ssa.Function][]ssa.CallInstruction),
		values:  make(map[*ssa.Function]bool),
		boxed:   make(map[*types.TypeName]bool),
		flags:   make(map[any]*Flag),
		opened:  make(map[*ssa.Function]bool),
	}
	for _, fn := range f.functions() {
		for instr := range Instrs(fn) {
			f.instr(fn, instr)
		}
	}
	for _, fn := range p.Funcs {
		if f.open(fn) {
			f.openFunc(fn)
		}
	}
	f.solve()
	for _, c := range f.classes {
		c.normalize()
	}
	return f
}

// functions returns the source functions and the package's initializer.
func (f *Flow) functions() []*ssa.Function {
	list := f.SSA.Funcs
	if init := f.SSA.Package.Func("init"); init != nil && init.Blocks != nil {
		list = append(list[:len(list):len(list)], init)
	}
	return list
}

// open reports whether code outside of the package, or behind an interface, may
// call fn.
func (f *Flow) open(fn *ssa.Function) bool {
	obj, ok := fn.Object().(*types.Func)
	if !ok || !obj.Exported() {
		return false
	}
	if f.pkg.Name() != "main" {
		return true
	}
	recv := obj.Signature().Recv()
	if recv == nil {
		return false
	}
	named := callmatch.Named(recv.Type())
	return named == nil || f.boxed[named.Origin().Obj()]
}

// openFunc records that unknown code calls fn: it passes what it likes, and
// gets the results.
func (f *Flow) openFunc(fn *ssa.Function) bool {
	if f.opened[fn] {
		return false
	}
	f.opened[fn] = true
	for _, p := range fn.Params {
		f.foreign(p)
		f.give(p)
	}
	res := fn.Signature.Results()
	for i := range res.Len() {
		if tracked(res.At(i).Type()) {
			f.giveKey(result{fn, i}, res.At(i).Type())
		}
	}
	return true
}

// foreign records that v may come from elsewhere.
func (f *Flow) foreign(v ssa.Value) {
	switch {
	case tracked(v.Type()):
		f.class(v).Foreign = true
	case trackedPointer(v.Type()):
		f.class(f.content(v)).Foreign = true
	}
}

// give records that v gets to unknown code.
func (f *Flow) give(v ssa.Value) {
	if _, ok := v.(*ssa.Const); ok {
		return
	}
	switch {
	case tracked(v.Type()):
		f.giveKey(v, v.Type())
	case trackedPointer(v.Type()):
		c := f.class(f.content(v))
		c.Foreign, c.OutSends, c.OutReceives = true, true, true
	}
}

func (f *Flow) giveKey(key any, t types.Type) {
	c := f.class(key)
	ch, ok := t.Underlying().(*types.Chan)
	if !ok || ch.Dir() != types.SendOnly {
		c.OutReceives = true
	}
	if !ok || ch.Dir() != types.RecvOnly {
		c.OutSends = true
	}
}

// unify makes two values, or what two pointers point to, one class.
func (f *Flow) unify(a, b ssa.Value) bool {
	if isNil(a) || isNil(b) {
		return false
	}
	switch {
	case tracked(a.Type()) && tracked(b.Type()):
		return f.union(a, b)
	case trackedPointer(a.Type()) && trackedPointer(b.Type()):
		return f.union(f.content(a), f.content(b))
	}
	return false
}

func isNil(v ssa.Value) bool {
	_, ok := v.(*ssa.Const)
	return ok
}

// content returns the key of what pointer p points to, and notes what is known
// about that place.
func (f *Flow) content(p ssa.Value) any {
	switch p := p.(type) {
	case *ssa.FieldAddr:
		return f.field(structField(p.X.Type(), p.Field))
	case *ssa.Global:
		c := f.class(cell{p})
		if p.Pkg != f.SSA.Package || p.Object() != nil && p.Object().Exported() && f.pkg.Name() != "main" {
			c.Foreign, c.OutSends, c.OutReceives = true, true, true
		}
		return cell{p}
	case *ssa.Alloc, *ssa.FreeVar, *ssa.Parameter, *ssa.Phi:
		return cell{p}
	}
	c := f.class(cell{p}) // an element of a container, a pointer from anywhere
	c.Foreign, c.OutSends, c.OutReceives = true, true, true
	return cell{p}
}

// field returns the key of a struct field.
func (f *Flow) field(v *types.Var) any {
	v = v.Origin()
	c := f.class(v)
	if len(c.Fields) == 0 || !contains(c.Fields, v) {
		c.Fields = append(c.Fields, v)
	}
	if v.Pkg() != f.pkg {
		c.Foreign, c.OutSends, c.OutReceives = true, true, true
	} else if v.Exported() && f.pkg.Name() != "main" {
		c.Foreign = true
		f.giveKey(v, v.Type())
	}
	return v
}

func contains(list []*types.Var, v *types.Var) bool {
	for _, x := range list {
		if x == v {
			return true
		}
	}
	return false
}

func structField(t types.Type, i int) *types.Var {
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if st, ok := coreStruct(t); ok {
		return st.Field(i)
	}
	return types.NewField(token.NoPos, nil, "", types.Typ[types.Invalid], false)
}

// coreStruct returns the struct under t, also for a type parameter.
func coreStruct(t types.Type) (*types.Struct, bool) {
	if st, ok := t.Underlying().(*types.Struct); ok {
		return st, true
	}
	if tp, ok := types.Unalias(t).(*types.TypeParam); ok {
		if iface, ok := tp.Underlying().(*types.Interface); ok {
			for i := range iface.NumEmbeddeds() {
				if st, ok := iface.EmbeddedType(i).Underlying().(*types.Struct); ok {
					return st, true
				}
			}
		}
	}
	return nil, false
}

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
	case *ssa.ChangeInterface:
		f.unify(instr, instr.X)
	case *ssa.Convert, *ssa.MultiConvert, *ssa.TypeAssert, *ssa.Lookup, *ssa.Index:
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
			f.union(f.field(structField(instr.X.Type(), instr.Field)), instr)
		}
	case *ssa.MapUpdate:
		f.give(instr.Key)
		f.give(instr.Value)
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
	var buf [8]*ssa.Value
	for i, op := range instr.Operands(buf[:0]) {
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
		f.foreign(instr)
		return
	}
	f.resultOf(call, instr, instr.Index)
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

// Callee returns the catalog name of the function or method that a call names,
// "" for function values.
func Callee(call *ssa.CallCommon) string {
	if call.IsInvoke() {
		return callmatch.Name(call.Method)
	}
	if fn := call.StaticCallee(); fn != nil {
		obj, _ := fn.Object().(*types.Func)
		return callmatch.Name(obj)
	}
	return ""
}

// box records that values of type t are seen through an interface; so are the
// structs embedded in it, whose methods it has.
func (f *Flow) box(t types.Type) {
	named := callmatch.Named(t)
	if named == nil {
		return
	}
	obj := named.Origin().Obj()
	if f.boxed[obj] {
		return
	}
	f.boxed[obj] = true
	if st, ok := named.Underlying().(*types.Struct); ok {
		for i := range st.NumFields() {
			if st.Field(i).Embedded() {
				f.box(st.Field(i).Type())
			}
		}
	}
}
