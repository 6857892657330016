package waitcycle

import (
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A localGroup follows one WaitGroup in a local variable through captures, pointer
// variables and the parameters of known functions.
type localGroup struct {
	flow  *ssaflow.Flow
	work  []groupRef
	seen  map[ssa.Value]bool
	adds  []event
	ends  []event // of what it counts: calls of Done, ends of functions
	waits []*ssa.Call
	open  bool // others may do more to it
}

// A groupRef is a pointer to the group, or to a variable that holds such a pointer.
// What is passed may be another group where there are other callers.
type groupRef struct {
	value  ssa.Value
	holder bool
	passed bool
}

// addLocalGroups adds the waits for the WaitGroups in fn's variables.
func (c *circle) addLocalGroups(fn *ssa.Function) {
	for instr := range ssaflow.Instrs(fn) {
		alloc, ok := instr.(*ssa.Alloc)
		if !ok || !callmatch.IsType(alloc.Type(), "sync.WaitGroup") {
			continue
		}
		g := &localGroup{flow: c.flow, seen: make(map[ssa.Value]bool)}
		g.follow(groupRef{value: alloc})
		for len(g.work) > 0 && !g.open {
			next := g.work[len(g.work)-1]
			g.work = g.work[:len(g.work)-1]
			for _, ref := range ssabuild.Referrers(next.value) {
				g.use(next, ref)
			}
		}
		for _, call := range g.waits {
			if !g.open {
				c.add(&Wait{Instr: call, needs: slices.Clone(g.ends), adds: g.adds})
			}
		}
	}
}

func (g *localGroup) follow(ref groupRef) {
	if !g.seen[ref.value] {
		g.seen[ref.value] = true
		g.work = append(g.work, ref)
	}
}

// use judges one use of a pointer.
func (g *localGroup) use(at groupRef, instr ssa.Instruction) {
	switch instr := instr.(type) {
	case *ssa.DebugRef:
	case *ssa.UnOp:
		g.open = g.open || !at.holder || instr.Op != token.MUL
		g.follow(groupRef{instr, false, at.passed})
	case *ssa.Store:
		alloc, local := instr.Addr.(*ssa.Alloc)
		switch {
		case instr.Val == at.value && local && !at.holder && ssaflow.OnlyStore(alloc) == at.value:
			g.follow(groupRef{alloc, true, at.passed})
		case instr.Val == at.value:
			g.open = true
		}
	case *ssa.MakeClosure:
		fn := instr.Fn.(*ssa.Function)
		if g.open = g.open || fn.Syntax() == nil; g.open {
			return // a method value
		}
		g.follow(groupRef{fn.FreeVars[slices.Index(instr.Bindings, at.value)], at.holder, at.passed})
	case ssa.CallInstruction:
		g.call(at, instr)
	default:
		g.open = true
	}
}

// call judges a call that gets the pointer.
func (g *localGroup) call(at groupRef, instr ssa.CallInstruction) {
	call := instr.Common()
	role := catalog.WaitGroupMethods[ssaflow.Callee(call)]
	e := event{fn: instr.Parent(), instr: instr}
	switch {
	case at.holder:
		g.open = true
	case role == "add" && negative(call.Args[1]), role == "done":
		g.ends = append(g.ends, e)
	case role == "add":
		g.adds = append(g.adds, e)
	case role == "go":
		g.adds = append(g.adds, e)
		g.goes(instr)
	case role == "wait":
		if w, ok := instr.(*ssa.Call); ok && !at.passed {
			g.waits = append(g.waits, w)
		}
	default:
		fns, complete := g.flow.Callees(instr)
		g.open = g.open || !complete
		for _, fn := range fns {
			for i, arg := range call.Args {
				if arg == at.value && i < len(fn.Params) {
					g.follow(groupRef{fn.Params[i], false, true})
				}
			}
		}
	}
}

// goes notes the functions that a call of Go starts.
func (g *localGroup) goes(instr ssa.CallInstruction) {
	for _, s := range g.flow.Starts() {
		if s.Instr != instr {
			continue
		}
		g.open = g.open || !s.Complete
		for _, body := range s.Bodies {
			g.ends = append(g.ends, event{fn: body})
		}
	}
}

func negative(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && constant.Sign(c.Value) < 0
}
