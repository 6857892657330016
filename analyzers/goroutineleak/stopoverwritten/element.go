package stopoverwritten

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// An element is what a function puts into a map and starts a goroutine for, where only a signal of the owner of
// the map ends the goroutine:
//
//	func (r *Registry) Add(id string, v *Tenant) {
//		r.tenants[id] = v
//		go r.maintain(r.ctx, id, v) // for { select { case <-ctx.Done(): return; case <-t.C: … } }
//	}
//
//	func (r *Registry) Remove(id string) { delete(r.tenants, id) }
//
// Each element that is deleted leaves its goroutine until the owner is closed. Safe is a goroutine with another
// exit, one that uses the map, and a function that deletes where it ends them all.
type element struct {
	field *types.Var // the map
	start ssaflow.Start
	adds  *ssa.Function
	ends  *ssaflow.Source // of all elements
}

func reportElements(p *check.Pass) {
	removals := removedFrom(p)
	if len(removals) == 0 {
		return
	}
	flow := ssaflow.Of(p.Pass)
	for _, start := range flow.Starts() {
		if len(start.Bodies) != 1 || p.Quiet(start.Instr.Pos()) {
			continue
		}
		for _, a := range additions(flow, start) {
			e := &element{field: a.field, start: start, adds: a.fn}
			i := slices.IndexFunc(removals, func(r removal) bool { return r.field == a.field && e.leftBy(p, r) })
			if i >= 0 && e.shared(flow) && !mentions(flow, start.Bodies[0], a.field, 4) && !e.raised(flow, removals[i]) {
				e.report(p, removals[i])
				break
			}
		}
	}
}

// shared reports whether the goroutine ends, and only by signals that fields of the owner of the map hold.
func (e *element) shared(flow *ssaflow.Flow) bool {
	body := e.start.Bodies[0]
	exits := flow.Exits(e.ofOwner)
	if exits.Reachable(body) || !flow.Exits(nil).Reachable(body) {
		return false
	}
	for _, wait := range exits.Cut {
		e.ends = wait.Source
	}
	return e.ends != nil && exits.Loop(body) != nil
}

// ofOwner reports whether a field of the struct with the map holds a signal, which none of the functions that add
// an element makes.
func (e *element) ofOwner(s *ssaflow.Source) bool {
	c := s.Context
	if c == nil {
		c = s.Channel
	}
	if c == nil || slices.ContainsFunc(c.Makes, func(m ssa.Value) bool { return m.Parent() == e.adds || m.Parent() == e.start.Instr.Parent() }) {
		return false
	}
	return slices.ContainsFunc(c.Fields, func(f *types.Var) bool { return f != e.field && besides(e.field, f) })
}

// besides reports whether two fields are declared in one struct.
func besides(a, b *types.Var) bool {
	if a.Pkg() != b.Pkg() {
		return false
	}
	for _, name := range a.Pkg().Scope().Names() {
		st, ok := a.Pkg().Scope().Lookup(name).Type().Underlying().(*types.Struct)
		if !ok {
			continue
		}
		has := func(v *types.Var) bool {
			return slices.ContainsFunc(slices.Collect(st.Fields()), func(f *types.Var) bool { return f.Origin() == v })
		}
		if has(a) {
			return has(b)
		}
	}
	return false
}

// leftBy reports whether a function deletes elements of others: not one that adds, nor the goroutine.
func (e *element) leftBy(p *check.Pass, r removal) bool {
	own := ssaflow.Outermost(r.instr.Parent())
	return own != ssaflow.Outermost(e.adds) && own != ssaflow.Outermost(e.start.Instr.Parent()) && own != ssaflow.Outermost(e.start.Bodies[0]) &&
		!p.Quiet(r.instr.Pos()) && !adds(r.instr.Parent(), e.field)
}

// raised reports whether what deletes ends the goroutines of all elements, itself or by what calls it, or is a
// part of what does.
func (e *element) raised(flow *ssaflow.Flow, r removal) bool {
	around := map[*ssa.Function]bool{ssaflow.Outermost(r.instr.Parent()): true}
	callers, _ := flow.Callers(ssaflow.Outermost(r.instr.Parent()))
	for _, call := range callers {
		around[ssaflow.Outermost(call.Parent())] = true
	}
	return slices.ContainsFunc(e.ends.Raises, func(op ssaflow.Op) bool {
		by := ssaflow.Outermost(op.Fn())
		calls, _ := flow.Callers(by)
		return around[by] || slices.ContainsFunc(calls, func(c ssa.CallInstruction) bool { return around[ssaflow.Outermost(c.Parent())] })
	})
}

func (e *element) report(p *check.Pass, r removal) {
	at := e.start.Instr.Pos()
	cur, ok := ssainstr.CursorAt(p, at)
	if !ok || p.Reported(at) {
		return
	}
	p.Report(check.Finding{
		At: startStmt(cur),
		Message: fmt.Sprintf("goroutine is leaked when %s deletes its element from %s at %s: only a signal of the owner, which all elements share, ends it",
			ssaflow.Outermost(r.instr.Parent()).Name(), e.field.Name(), p.Where(r.instr.Pos(), at)),
		Trace: []check.Hop{{Pos: r.instr.Pos(), Message: "deleted here"}},
	})
}
