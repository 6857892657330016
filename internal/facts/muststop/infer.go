package muststop

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/place"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// fromStart looks at one goroutine. It puts its owner under obligation if the goroutine
// cannot return unless one of the owner's exported methods closes or cancels what it waits
// for:
//
//	func New() *T { t := &T{stop: make(chan struct{})}; go t.loop(); return t }
//	func (t *T) Stop() { close(t.stop) }
//
// Anything else that could end it, such as a context of the caller, an error of a read, or
// a close in any other function, frees the owner. So does a handler of signals, which runs
// until the process exits.
func (m *model) fromStart(s ssaflow.Start) {
	if !s.Complete || len(s.Bodies) != 1 || s.Starter != "" && !catalog.Starters[s.Starter].Joined || handlesSignals(s.Instr.Parent()) {
		return
	}
	body := s.Bodies[0]
	m.endedByResult(s)
	m.starters = m.above(s.Instr.Parent())
	raises := m.raises(body)
	if len(raises) == 0 {
		return
	}
	for _, value := range ownerValues(s) {
		owner := callmatch.Named(value.Type())
		if owner == nil || owner.Obj().Pkg() != m.pass.Pkg {
			continue
		}
		methods := m.raisers(raises, owner.Origin().Obj())
		if len(methods) == 0 {
			continue
		}
		posn := m.pass.Fset.Position(s.Instr.Pos())
		m.owned(s.Instr, value, &Fact{
			Methods: methods,
			Where:   place.Of(m.pass, posn),
			Memory:  m.inMemory(body, 4),
		})
		return
	}
}

// handlesSignals reports whether fn registers for signals.
func handlesSignals(fn *ssa.Function) bool {
	for instr := range ssaflow.Instrs(fn) {
		if call, ok := instr.(*ssa.Call); ok {
			if _, ok := catalog.Notifies[ssaflow.Callee(&call.Call)]; ok {
				return true
			}
		}
	}
	return false
}

// raises returns the operations without which body cannot return, nil if it can return
// without any in this package. A ticker that is stopped counts: the caller is meant to call
// what stops it.
func (m *model) raises(body *ssa.Function) []ssaflow.Op {
	closed := m.flow.Exits(func(s *ssaflow.Source) bool { return !s.Open })
	if closed.Reachable(body) {
		return nil
	}
	var list, decisive []ssaflow.Op
	for _, w := range closed.Cut {
		list = append(list, w.Source.Raises...)
		others := m.flow.Exits(func(s *ssaflow.Source) bool { return !s.Open && !same(s, w.Source) })
		if others.Reachable(body) {
			decisive = append(decisive, w.Source.Raises...)
		}
	}
	if len(decisive) > 0 {
		return decisive // what feeds a queue ends nothing
	}
	if len(list) == 0 {
		list = m.tickerStops(body)
	}
	return list
}

func same(a, b *ssaflow.Source) bool {
	return a.Channel == b.Channel && a.Context == b.Context && a.Flag == b.Flag
}

// loadedField returns the struct field that v was read from.
func loadedField(v ssa.Value) *types.Var {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	addr, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return nil
	}
	return ssaflow.Field(addr)
}

// reached returns fn and the functions of the package that it calls.
func (m *model) reached(fn *ssa.Function) []*ssa.Function {
	list := []*ssa.Function{fn}
	for i := 0; i < len(list); i++ {
		for instr := range ssaflow.Instrs(list[i]) {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			callees, _ := m.flow.Callees(call)
			for _, c := range callees {
				if !slices.Contains(list, c) {
					list = append(list, c)
				}
			}
		}
	}
	return list
}

// raisers returns the exported methods of owner from which all of raises are reached, and
// nil if another function reaches one as well.
func (m *model) raisers(raises []ssaflow.Op, owner *types.TypeName) []string {
	var methods []string
	seen := make(map[*ssa.Function]bool)
	var climb func(fn *ssa.Function) bool
	climb = func(fn *ssa.Function) bool {
		if seen[fn] {
			return true
		}
		seen[fn] = true
		if m.starters[fn] || m.asGoroutine(fn) {
			return false // it ends what it starts, or ends by itself
		}
		if fn.Parent() != nil {
			return climb(fn.Parent())
		}
		obj, ok := fn.Object().(*types.Func)
		if !ok {
			return false
		}
		if obj.Exported() {
			recv := obj.Signature().Recv()
			if recv == nil || callmatch.Named(recv.Type()).Origin().Obj() != owner || m.autonomous(fn) || obj.Signature().Results().Len() > 1 {
				return false // what is asked for something is not called to end
			}
			methods = append(append(methods, obj.Name()), m.calling(fn, owner)...)
			return true
		}
		callers, complete := m.flow.Callers(fn)
		if !complete || len(callers) == 0 {
			return false
		}
		for _, c := range callers {
			if _, ok := c.(*ssa.Go); ok || !climb(c.Parent()) {
				return false
			}
		}
		return true
	}
	for _, op := range raises {
		if !climb(op.Fn()) {
			return nil
		}
	}
	rank(methods, catalog.StopMethods)
	return slices.Compact(methods)
}

// calling returns the exported methods of owner that call its method fn, themselves
// or through others: Close calls Stop.
func (m *model) calling(fn *ssa.Function, owner *types.TypeName) []string {
	var names []string
	for f := range m.above(fn) {
		obj, ok := f.Object().(*types.Func)
		if !ok || f == fn || m.starters[f] || !obj.Exported() || obj.Signature().Recv() == nil {
			continue // a restart is no end
		}
		if callmatch.Named(obj.Signature().Recv().Type()).Origin().Obj() == owner {
			names = append(names, obj.Name())
		}
	}
	slices.Sort(names)
	return names
}

// above returns fn, the functions around it and their callers in this package.
func (m *model) above(fn *ssa.Function) map[*ssa.Function]bool {
	set := make(map[*ssa.Function]bool)
	var climb func(fn *ssa.Function)
	climb = func(fn *ssa.Function) {
		if fn == nil || set[fn] {
			return
		}
		set[fn] = true
		climb(fn.Parent())
		callers, _ := m.flow.Callers(fn)
		for _, c := range callers {
			climb(c.Parent())
		}
	}
	climb(fn)
	return set
}

// autonomous reports whether a goroutine of this package calls fn: then what fn stops may
// stop without the caller.
func (m *model) autonomous(fn *ssa.Function) bool {
	for f := range m.above(fn) {
		if m.asGoroutine(f) {
			return true
		}
	}
	return false
}

// asGoroutine reports whether this package runs fn as a goroutine.
func (m *model) asGoroutine(fn *ssa.Function) bool {
	return slices.ContainsFunc(m.flow.Starts(), func(s ssaflow.Start) bool { return slices.Contains(s.Bodies, fn) })
}

// ownerValues returns the values of the starter that the goroutine shares with it:
// receiver, arguments, captured variables.
func ownerValues(start ssaflow.Start) []ssa.Value {
	call := start.Instr.Common()
	list, run := slices.Clone(call.Args), call.Value
	if start.Arg != nil {
		run = start.Arg
	}
	if mk, ok := run.(*ssa.MakeClosure); ok {
		for _, b := range mk.Bindings {
			if alloc, ok := b.(*ssa.Alloc); ok && mk.Fn.(*ssa.Function).Synthetic == "" {
				if b = ssaflow.OnlyStore(alloc); b == nil {
					continue
				}
			}
			list = append(list, b)
		}
	}
	for i, v := range list {
		list[i] = Origin(v)
	}
	return list
}
