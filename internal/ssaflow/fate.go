package ssaflow

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A Fate is what becomes of a value that has to be stopped.
type Fate struct {
	// Stopped is set when one of the methods is called on it, now or later, or
	// taken as a method value.
	Stopped bool
	// Gone is set if it gets to where it cannot be followed: to a caller elsewhere, a
	// container, another package, a package-level variable.
	Gone bool
	// Given are the calls that give it to a named function of another package, and get
	// nothing for it that could be stopped in its place.
	Given []ssa.CallInstruction
}

// Fate follows a pointer or interface value through the package: through local
// variables, captures, parameters, results and struct fields by name, and says
// whether one of the methods is called on it anywhere.
func (f *Flow) Fate(v ssa.Value, methods map[string]bool) *Fate {
	t := f.follower(methods)
	t.alias(v)
	return t.follow()
}

// KeptFate does the same for a value that is made elsewhere, and known here by the field or the
// variable of the package that keeps it.
func (f *Flow) KeptFate(v ssa.Value, methods map[string]bool) *Fate {
	t := f.follower(methods)
	t.globals = make(map[*ssa.Global]bool)
	t.made(v)
	return t.follow()
}

func (f *Flow) follower(methods map[string]bool) *follower {
	return &follower{Flow: f, methods: methods, seen: make(map[ssa.Value]bool), fields: make(map[*types.Var]bool), fate: new(Fate)}
}

func (t *follower) follow() *Fate {
	for len(t.work) > 0 && !t.fate.Stopped && !t.fate.Gone {
		next := t.work[len(t.work)-1]
		t.work = t.work[:len(t.work)-1]
		if refs := next.Referrers(); refs != nil {
			for _, ref := range *refs {
				t.use(next, ref)
			}
		}
	}
	return t.fate
}

type follower struct {
	*Flow
	methods map[string]bool
	seen    map[ssa.Value]bool // aliases, and addresses of variables that hold one
	work    []ssa.Value
	fields  map[*types.Var]bool
	globals map[*ssa.Global]bool // nil where they are not followed
	fate    *Fate
}

// alias adds a value that may be the followed one.
func (t *follower) alias(v ssa.Value) {
	if !t.seen[v] {
		t.seen[v] = true
		t.work = append(t.work, v)
	}
}

// use judges one use of an alias, or of the address of a variable that holds one.
func (t *follower) use(v ssa.Value, instr ssa.Instruction) {
	switch instr := instr.(type) {
	case *ssa.DebugRef, *ssa.If, *ssa.BinOp, *ssa.Field:
	case *ssa.Phi, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.MakeInterface, *ssa.TypeAssert:
		t.alias(instr.(ssa.Value))
	case *ssa.Extract:
		if instr.Index == 0 {
			t.alias(instr) // of a comma-ok assertion
		}
	case *ssa.UnOp:
		if instr.Op == token.MUL {
			t.alias(instr)
		}
	case *ssa.FieldAddr:
		if structField(instr.X.Type(), instr.Field).Embedded() {
			t.alias(instr)
		}
	case *ssa.Store:
		if instr.Val == v {
			t.store(instr.Addr)
		}
	case *ssa.MakeClosure:
		t.closure(v, instr)
	case *ssa.Return:
		t.returned(v, instr)
	case ssa.CallInstruction:
		t.call(v, instr)
	default:
		t.fate.Gone = true
	}
}
