package sent

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/order"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// maxPhis is how many joins of paths an object is followed through.
const maxPhis = 3

// Passed returns the writes of a field of what a function or an assertion returned, after the object was passed to a
// goroutine that uses the field:
//
//	failure := try(r)
//	go report(failure) // reads failure.Message
//	failure.Message += id
//
// The writer holds no lock, and waits for nothing between the two; nor does the goroutine before it uses the field.
// What the function itself makes, and parameters, are objects of the accesses that are paired by their fields.
func Passed(p *lockset.Package) (list []*Race) {
	for _, f := range p.Funcs {
		var starts []*ssa.Go
		var stores []*ssa.Store
		f.Walk(func(instr ssa.Instruction, held lockset.State) {
			switch instr := instr.(type) {
			case *ssa.Go:
				starts = append(starts, instr)
			case *ssa.Store:
				addr, ok := instr.Addr.(*ssa.FieldAddr)
				if ok && !held.Locked() && !access.Exempt(callmatch.Deref(addr.Type())) && returned(p.Place(addr).Root, maxPhis) {
					stores = append(stores, instr)
				}
			}
		})
		for _, start := range starts {
			seen := make(map[lockset.Path]bool)
			for _, store := range stores {
				if r := passedRace(p, start, store); r != nil && !seen[p.Place(store.Addr).Path] {
					seen[p.Place(store.Addr).Path] = true
					list = append(list, r)
				}
			}
		}
	}
	return list
}

// returned reports whether an object is what a call or an assertion yields, on one path at least.
func returned(root ssa.Value, depth int) bool {
	switch root := root.(type) {
	case *ssa.Call, *ssa.Extract, *ssa.TypeAssert:
		return true
	case *ssa.Phi:
		return depth > 0 && slices.ContainsFunc(root.Edges, func(edge ssa.Value) bool { return returned(edge, depth-1) })
	}
	return false
}

// passedRace returns the race of a write with the goroutine that a statement starts, nil if there is none.
func passedRace(p *lockset.Package, start *ssa.Go, store *ssa.Store) *Race {
	callee := p.Callee(&start.Call)
	if callee == nil {
		return nil
	}
	for i, arg := range callee.SSA.Params[:min(len(callee.SSA.Params), len(start.Call.Args))] {
		if use := passedAs(p, start, store, p.Place(start.Call.Args[i]), arg, callee); use != nil {
			return &Race{ssaflow.Field(store.Addr.(*ssa.FieldAddr)), start.Pos(), store, use, nil}
		}
	}
	if closure, ok := start.Call.Value.(*ssa.MakeClosure); ok {
		root := p.Place(store.Addr).Root
		for _, bound := range closure.Bindings {
			if obj := contentOf(p, bound); obj.Root == root && obj.Fields == "" {
				if use := passedAs(p, start, store, obj, root, callee); use != nil {
					return &Race{ssaflow.Field(store.Addr.(*ssa.FieldAddr)), start.Pos(), store, use, nil}
				}
			}
		}
	}
	return nil
}

// contentOf returns the place of what a variable that a literal captures holds.
func contentOf(p *lockset.Package, bound ssa.Value) lockset.Place {
	if alloc, ok := bound.(*ssa.Alloc); ok {
		if value := lockset.OnlyStore(alloc); value != nil {
			return p.Place(value)
		}
	}
	return p.Place(bound)
}

// passedAs returns the use of what is written in a goroutine that has the object as inner.
func passedAs(p *lockset.Package, start *ssa.Go, store *ssa.Store, obj lockset.Place, inner ssa.Value, callee *lockset.Func) *ssa.FieldAddr {
	written := p.Place(store.Addr)
	maker, ok := obj.Root.(ssa.Instruction)
	if !ok || !mayBe(written.Root, obj.Root, maxPhis) || !strings.HasPrefix(written.Fields, obj.Fields) || !leads(p, start, store, maker, nil) {
		return nil
	}
	return usedAt(p, callee.SSA, lockset.Path{Root: inner, Fields: written.Fields[len(obj.Fields):]}, 3)
}

// mayBe reports whether a value is another one, on one path at least.
func mayBe(v, other ssa.Value, depth int) bool {
	if v == other {
		return true
	}
	phi, ok := v.(*ssa.Phi)
	return ok && depth > 0 && slices.ContainsFunc(phi.Edges, func(edge ssa.Value) bool { return mayBe(edge, other, depth-1) })
}

// leads reports whether a path leads from a send, or the start of a goroutine, to a write on which nothing waits, and
// the object is not another one. It takes the edges that takes reports, all where that is nil.
func leads(p *lockset.Package, from, to, maker ssa.Instruction, takes func(b, succ *ssa.BasicBlock) bool) bool {
	seen := make(lockset.BlockSet, len(from.Parent().Blocks))
	var follow func(b *ssa.BasicBlock, index int) bool
	follow = func(b *ssa.BasicBlock, index int) bool {
		for _, instr := range b.Instrs[index:] {
			switch {
			case instr == to:
				return true
			case maker != nil && instr == maker, waits(instr), mayWait(p, instr):
				return false
			}
		}
		return slices.ContainsFunc(b.Succs, func(succ *ssa.BasicBlock) bool {
			if seen.Has(succ) || takes != nil && !takes(b, succ) {
				return false
			}
			seen[succ.Index] = true
			return follow(succ, 0)
		})
	}
	return follow(from.Block(), slices.Index(from.Block().Instrs, from)+1)
}

// waits reports whether an instruction waits for another goroutine, which may answer.
func waits(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		return instr.Op == token.ARROW
	case *ssa.Select:
		return slices.ContainsFunc(instr.States, func(s *ssa.SelectState) bool { return s.Dir == types.RecvOnly })
	}
	return order.Waits(instr)
}

// mayWait reports whether an instruction calls what waits for goroutines: a function or method of the package, or one
// that is passed what to wait for.
func mayWait(p *lockset.Package, instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok || p.Callee(&call.Call) == nil && (call.Call.StaticCallee() == nil || call.Call.Signature().Recv() != nil) {
		return false
	}
	return order.Syncs(p, instr, 2)
}

// usedAt returns where a function uses what is at a path, or one that it passes the object to, before anything waits.
func usedAt(p *lockset.Package, fn *ssa.Function, path lockset.Path, depth int) *ssa.FieldAddr {
	var found *ssa.FieldAddr
	for instr := range ssaflow.Instrs(fn) {
		if found != nil || waits(instr) {
			return found
		}
		switch instr := instr.(type) {
		case *ssa.FieldAddr:
			if p.Place(instr).Path == path && len(ssabuild.Referrers(instr)) > 0 {
				found = instr
			}
		case *ssa.Call:
			found = usedIn(p, &instr.Call, path, depth)
		}
	}
	return found
}

// usedIn returns where a function that is called uses what is at a path, of which it gets the object.
func usedIn(p *lockset.Package, call *ssa.CallCommon, path lockset.Path, depth int) *ssa.FieldAddr {
	callee := p.Callee(call)
	if callee == nil || depth == 0 || len(callee.SSA.Params) != len(call.Args) {
		return nil
	}
	for i, arg := range call.Args {
		at := p.Place(arg).Path
		if at.Root != path.Root || !strings.HasPrefix(path.Fields, at.Fields) {
			continue
		}
		if use := usedAt(p, callee.SSA, lockset.Path{Root: callee.SSA.Params[i], Fields: path.Fields[len(at.Fields):]}, depth-1); use != nil {
			return use
		}
	}
	return nil
}

// asArgument returns what an object of a function that is called is to its caller: an argument, for a parameter.
func asArgument(p *lockset.Package, call *ssa.CallCommon, callee *lockset.Func, obj lockset.Path) (lockset.Path, bool) {
	for i, param := range callee.SSA.Params {
		if obj == (lockset.Path{Root: param}) && len(callee.SSA.Params) == len(call.Args) {
			return p.Place(call.Args[i]).Path, true
		}
	}
	return lockset.Path{}, false
}
