package resource

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A role is what an instruction does to a value that has to be closed.
type role int

const (
	uses   role = iota // and leaves it open, with the caller
	wraps              // and returns it, or what holds it
	closes             // or may
	keeps              // or passes it to what may keep or close it
)

// A use is an instruction that concerns the value.
type use struct {
	instr    ssa.Instruction
	role     role
	way      Way
	borrowed bool
	hidden   bool // what is kept gives no way to close the value
}

// A tracker knows the values of one function that are what was opened, or hold it.
type tracker struct {
	p        *Package
	fn       *ssa.Function
	o        *Opening
	held     map[ssa.Value]bool // the value: what holds what was opened, and is not it
	work     []ssa.Value
	uses     map[ssa.Instruction]use
	borrowed bool            // by calls that may keep it, before the function closes it
	appends  ssa.Instruction // a call of append, whose slice keeps it over the passes of a loop
}

func (p *Package) track(fn *ssa.Function, o *Opening) *tracker {
	return &tracker{p: p, fn: fn, o: o, held: make(map[ssa.Value]bool), uses: make(map[ssa.Instruction]use)}
}

// add adds a value that is what was opened, or holds it.
func (t *tracker) add(v ssa.Value, holder bool) {
	if was, ok := t.held[v]; ok && (was == holder || !was) {
		return
	}
	t.held[v] = holder
	t.work = append(t.work, v)
}

func (t *tracker) spread() {
	for len(t.work) > 0 {
		v := t.work[len(t.work)-1]
		t.work = t.work[:len(t.work)-1]
		if refs := v.Referrers(); refs != nil {
			for _, ref := range *refs {
				t.use(v, ref)
			}
		}
	}
}

// note records what an instruction does; the strongest counts.
func (t *tracker) note(instr ssa.Instruction, r role, way Way) {
	if was, ok := t.uses[instr]; !ok || r == closes || was.role == uses {
		t.uses[instr] = use{instr: instr, role: r, way: way, borrowed: was.borrowed}
	}
}

// use looks at one instruction that has v as an operand.
func (t *tracker) use(v ssa.Value, instr ssa.Instruction) {
	holder := t.held[v]
	switch instr := instr.(type) {
	case *ssa.Phi, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.MakeInterface, *ssa.Slice:
		t.add(instr.(ssa.Value), holder)
	case *ssa.TypeAssert:
		t.add(instr, holder)
	case *ssa.Extract:
		if instr.Index == 0 {
			t.add(instr, holder)
		}
	case *ssa.UnOp:
		if instr.Op == token.MUL {
			t.add(instr, holder)
		}
	case *ssa.BinOp: // dir + "/" + name
		if t.o.Path && instr.Op == token.ADD {
			t.add(instr, true)
		}
	case *ssa.FieldAddr:
		t.field(v, instr, instr.X.Type(), instr.Field)
	case *ssa.Field:
		t.field(v, instr, instr.X.Type(), instr.Field)
	case *ssa.IndexAddr:
		t.add(instr, true)
	case *ssa.Store:
		if instr.Val == v {
			t.store(instr, instr.Addr, holder)
		}
	case *ssa.MapUpdate:
		t.note(instr, keeps, Kept)
	case *ssa.Send:
		if instr.X == v {
			t.note(instr, keeps, Sent)
		}
	case *ssa.Select:
		if slices.ContainsFunc(instr.States, func(s *ssa.SelectState) bool { return s.Send == v }) {
			t.note(instr, keeps, Sent)
		}
	case *ssa.MakeClosure:
		t.captured(v, instr)
	case *ssa.Return:
		t.note(instr, keeps, Returned)
	case ssa.CallInstruction:
		t.call(v, instr)
	}
}

// field follows a part of what holds the value: one that can be it, or hold it in turn. The
// parts of what was opened itself are its own affair.
func (t *tracker) field(v ssa.Value, part ssa.Value, of types.Type, index int) {
	st, ok := callmatch.Deref(of).Underlying().(*types.Struct)
	if !ok || index >= st.NumFields() {
		return
	}
	switch f := st.Field(index); {
	case f.Name() == t.o.Part && !t.held[v]:
		t.add(part, false)
	case t.held[v] && catalog.LeavesFieldsOpen[callmatch.TypeName(of)] && !types.IsInterface(f.Type()):
	case t.held[v] && canHold(f.Type()) || f.Embedded():
		t.add(part, true)
	}
}

// canHold reports whether a value of type typ may hold another one.
func canHold(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic, *types.Signature, *types.Chan:
		return false
	case *types.Slice:
		return canHold(t.Elem())
	case *types.Interface:
		return !callmatch.IsError(t)
	}
	return true
}

// store follows a value into a variable, or into a part of one that the function has made.
func (t *tracker) store(instr *ssa.Store, addr ssa.Value, holder bool) {
	if _, field := addr.(*ssa.FieldAddr); field && t.hides(instr.Val) {
		t.uses[instr] = use{instr: instr, role: uses, way: Kept, hidden: true}
		return
	}
	switch addr := addr.(type) {
	case *ssa.Alloc:
		t.add(addr, holder)
		return
	case *ssa.FieldAddr:
		if base := localBase(addr.X); base != nil {
			t.add(base, true)
			return
		}
		if base := borrower(addr.X); base != nil {
			t.add(base, true)
			return
		}
	case *ssa.IndexAddr:
		if base, ok := addr.X.(*ssa.Alloc); ok {
			t.add(base, true)
			return
		}
	case *ssa.FreeVar:
		if addr.Parent() == t.fn && t.held[addr] {
			return
		}
	}
	t.note(instr, keeps, Kept)
}

// hides reports whether a value reads or writes what was opened, and gives no way to close it:
// a bufio.Reader, or a gzip.Reader, whose Close leaves it open.
func (t *tracker) hides(v ssa.Value) bool {
	if !t.held[v] || t.o.Path {
		return false
	}
	made := v
	switch conv := v.(type) {
	case *ssa.MakeInterface:
		return t.hides(conv.X)
	case *ssa.ChangeInterface:
		return t.hides(conv.X)
	case *ssa.Extract:
		made = conv.Tuple
	}
	if call, ok := made.(*ssa.Call); ok && catalog.HidesArgument[ssaflow.Callee(&call.Call)] {
		return true
	}
	name := callmatch.TypeName(v.Type())
	return catalog.ClosesItselfOnly[name] || catalog.ReadsOnly[name]
}

// localBase returns the variable of the function that an address leads into.
func localBase(v ssa.Value) *ssa.Alloc {
	switch v := v.(type) {
	case *ssa.Alloc:
		return v
	case *ssa.FieldAddr:
		return localBase(v.X)
	case *ssa.UnOp:
		if cell, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL {
			for _, ref := range *cell.Referrers() {
				if store, ok := ref.(*ssa.Store); ok && store.Addr == ssa.Value(cell) {
					return localBase(store.Val)
				}
			}
		}
	}
	return nil
}

// borrower returns the value, or the variable, that an address leads into, where the function has got
// it from a call, and it uses what its fields are set to:
//
//	cmd := exec.Command(name)
//	cmd.Stdout = f
func borrower(v ssa.Value) ssa.Value {
	if !catalog.LeavesFieldsOpen[callmatch.TypeName(v.Type())] {
		return nil
	}
	if _, made := v.(*ssa.Call); made {
		return v
	}
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return nil
	}
	cell, ok := load.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	for _, ref := range *cell.Referrers() {
		if store, ok := ref.(*ssa.Store); ok && store.Addr == ssa.Value(cell) && borrower(store.Val) != nil {
			return cell
		}
	}
	return nil
}

// captured looks at a function literal, or method value, that captures the value.
func (t *tracker) captured(v ssa.Value, mk *ssa.MakeClosure) {
	fn := mk.Fn.(*ssa.Function)
	r := uses
	for i, b := range mk.Bindings {
		if b != v {
			continue
		}
		if fn.Syntax() == nil { // a method value
			if obj, ok := fn.Object().(*types.Func); ok && t.o.Ends(obj.Name()) {
				r = closes
			}
			continue
		}
		if does := t.p.roleOf(param{fn, i, true}, t.o, t.held[v]); does != wraps {
			r = max(r, does)
		}
	}
	t.closure(mk, r, make(map[ssa.Value]bool))
}

// closure looks at what becomes of a function that does r to the value: where it is called
// or deferred it does that there; other code that gets it may do it at any time.
func (t *tracker) closure(fn ssa.Value, r role, seen map[ssa.Value]bool) {
	if seen[fn] || fn.Referrers() == nil {
		return
	}
	seen[fn] = true
	for _, ref := range *fn.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if cell, ok := ref.Addr.(*ssa.Alloc); ok && ref.Val == fn {
				t.closure(cell, r, seen)
			} else if r != uses {
				t.note(ref, r, Captured)
			}
		case *ssa.UnOp, *ssa.Phi, *ssa.ChangeType:
			t.closure(ref.(ssa.Value), r, seen)
		case *ssa.Go:
			t.note(ref, max(r, keeps), Captured)
		case ssa.CallInstruction:
			if r != uses {
				t.note(ref, r, Captured)
			}
		default:
			if r != uses {
				t.note(ref, r, Captured)
			}
		}
	}
}

// closedBefore reports whether what closes the value is deferred before at, by a literal that
// captures its variable.
func (t *tracker) closedBefore(at ssa.Instruction) bool {
	for instr, u := range t.uses {
		_, deferred := instr.(*ssa.Defer)
		if deferred && u.role != uses && instr != at && precedes(instr, at) {
			return true
		}
	}
	return false
}

// precedes reports whether a comes before b whenever b is reached.
func precedes(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	return slices.Index(a.Block().Instrs, a) < slices.Index(b.Block().Instrs, b)
}

// roleOf returns what a function of the package does to a parameter or captured variable.
func (p *Package) roleOf(of param, o *Opening, holder bool) role {
	if r, ok := p.roles[of]; ok {
		return r
	}
	p.roles[of] = uses // ends recursion
	t := p.track(of.fn, o)
	if of.free {
		t.add(of.fn.FreeVars[of.index], holder)
	} else {
		t.add(of.fn.Params[of.index], holder)
	}
	t.spread()
	p.roles[of] = t.strongest()
	return p.roles[of]
}

// strongest returns what the function does to the value: what closes it on some path has the
// duty, whatever else it does.
func (t *tracker) strongest() role {
	r := uses
	for _, u := range t.uses {
		switch {
		case u.role == closes:
			return closes
		case u.role == keeps && u.way == Returned:
			r = max(r, wraps)
		case u.role == keeps:
			r = keeps
		}
	}
	return r
}
