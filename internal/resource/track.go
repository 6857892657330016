package resource

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
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
	borrowed bool              // by calls that may keep it, before the function closes it
	users    []*ssa.Go         // goroutines that only use it
	outlived bool              // a function literal that uses it is returned or kept
	appends  []ssa.Instruction // calls of append, whose slice keeps it over the passes of a loop
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
	case *ssa.Convert: // where an unsafe.Pointer goes is not followed
		if instr.Type().Underlying() == types.Typ[types.UnsafePointer] {
			t.note(instr, keeps, Kept)
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
