package lockset

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// Unshared reports whether only the goroutine that runs instr can have the object at root:
// it is new, as defined by [Package.Private], and has not been passed on, on any path that
// leads to instr.
func (p *Package) Unshared(root ssa.Value, instr ssa.Instruction) bool {
	return p.unsharedAt(root, instr, 6)
}

func (p *Package) unsharedAt(root ssa.Value, instr ssa.Instruction, depth int) bool {
	if !p.Private(root, depth) {
		return false
	}
	at, ok := p.inMaker(root, instr)
	if !ok {
		return false
	}
	return !slices.ContainsFunc(p.Givings(root), func(given ssa.Instruction) bool {
		return Leads(given, at, root) && !keepsResult(at, given)
	})
}

// keepsResult reports whether an instruction stores what the call returns that gives the object
// away: t.timer = time.AfterFunc(d, t.expire).
func keepsResult(at, given ssa.Instruction) bool {
	store, ok := at.(*ssa.Store)
	call, isCall := given.(*ssa.Call)
	return ok && isCall && store.Val == ssa.Value(call)
}

// Givings returns where the object at root is given to others, in the function that makes it.
func (p *Package) Givings(root ssa.Value) []ssa.Instruction {
	if at, ok := p.given[root]; ok {
		return at
	}
	p.given[root] = nil // ends cycles: functions that call each other with it
	g := &giving{p: p, maker: root.Parent(), seen: make(map[ssa.Value]bool)}
	g.follow(root)
	p.given[root] = g.at
	return g.at
}

// Leads reports whether a path leads from one instruction to another on which the object is
// not made anew.
func Leads(from, to ssa.Instruction, without ssa.Value) bool {
	maker, _ := without.(ssa.Instruction)
	seen := make(BlockSet, len(from.Parent().Blocks))
	var follow func(b *ssa.BasicBlock, index int) bool
	follow = func(b *ssa.BasicBlock, index int) bool {
		for _, instr := range b.Instrs[index:] {
			switch instr {
			case to:
				return true
			case maker:
				return false
			}
		}
		return slices.ContainsFunc(b.Succs, func(succ *ssa.BasicBlock) bool {
			if seen.Has(succ) {
				return false
			}
			seen[succ.Index] = true
			return follow(succ, 0)
		})
	}
	b := from.Block()
	return follow(b, slices.Index(b.Instrs, from)+1)
}

// inMaker returns the instruction of the function that has made a new object in which
// another one happens: itself, or the call of the literal around it. It answers false where
// that runs in a goroutine of its own, or when others like.
func (p *Package) inMaker(root ssa.Value, instr ssa.Instruction) (ssa.Instruction, bool) {
	for f := p.ByFunc[instr.Parent()]; f != nil && root.Parent() != nil && f.SSA != root.Parent(); {
		if f.SSA.Parent() == nil {
			return instr, true // a helper of the constructor, which has it as a parameter
		}
		if !f.InPlace || len(f.Sites) != 1 || f.Started() {
			return nil, false
		}
		instr, f = f.Sites[0].Instr, f.Sites[0].Caller
	}
	return instr, true
}

// giving collects where a new object is given to others.
type giving struct {
	p     *Package
	maker *ssa.Function
	seen  map[ssa.Value]bool
	at    []ssa.Instruction
	depth int
	calls bool // those count that may keep the object, too
}

// Fresh is unshared for an object that is not passed to a function that may keep it,
// either.
func (p *Package) Fresh(root ssa.Value, at ssa.Instruction) bool {
	return p.Unshared(root, at) &&
		!slices.ContainsFunc(p.handings(root), func(given ssa.Instruction) bool { return Leads(given, at, root) })
}

// handings are the givings of the object at root, and the calls that may be one.
func (p *Package) handings(root ssa.Value) []ssa.Instruction {
	g := &giving{p: p, maker: root.Parent(), seen: make(map[ssa.Value]bool), calls: true}
	g.follow(root)
	return g.at
}

// RegistersLater reports whether all callers of the function of a parameter have made their
// argument themselves, and pass it to others after the call, or return without doing so.
func (p *Package) RegistersLater(param *ssa.Parameter) bool {
	index := slices.Index(param.Parent().Params, param)
	return p.Private(param, 4) && !slices.ContainsFunc(p.ByFunc[param.Parent()].Sites, func(s Site) bool {
		_, args := p.Target(s.Instr.Common())
		root := p.Place(args[index]).Root
		given := slices.DeleteFunc(p.handings(root), func(at ssa.Instruction) bool { return at == ssa.Instruction(s.Instr) })
		return len(given) == 0 || slices.ContainsFunc(given, func(at ssa.Instruction) bool { return Leads(at, s.Instr, root) || always(s.Instr, at) })
	})
}

// always reports whether every path from one instruction reaches another.
func always(from, to ssa.Instruction) bool {
	seen := make(BlockSet, len(from.Parent().Blocks))
	var avoids func(b *ssa.BasicBlock, index int) bool
	avoids = func(b *ssa.BasicBlock, index int) bool {
		if slices.Contains(b.Instrs[index:], to) {
			return false
		}
		return len(b.Succs) == 0 || slices.ContainsFunc(b.Succs, func(succ *ssa.BasicBlock) bool {
			if seen.Has(succ) {
				return false
			}
			seen[succ.Index] = true
			return avoids(succ, 0)
		})
	}
	b := from.Block()
	return !avoids(b, slices.Index(b.Instrs, from)+1)
}

// mayKeep reports whether a function that is called with v may give it to others: one of which
// the body is not known, or shows it.
func (g *giving) mayKeep(call ssa.CallInstruction, v ssa.Value) bool {
	_, builtin := call.Common().Value.(*ssa.Builtin)
	if _, lock := g.p.Direct(call.Common()); lock || builtin {
		return false
	}
	callee := g.p.Callee(call.Common())
	_, args := g.p.Target(call.Common())
	i := slices.Index(args, v)
	if i < 0 && call.Common().Value == v {
		return false // a literal that has it is called
	}
	if callee == nil || i < 0 || i >= len(callee.SSA.Params) || g.depth > 2 {
		return true
	}
	inner := &giving{p: g.p, maker: callee.SSA, seen: g.seen, depth: g.depth + 1, calls: true}
	inner.follow(callee.SSA.Params[i])
	return len(inner.at) > 0
}

// follow looks at all uses of v, which is the object, or a variable or closure that has it.
func (g *giving) follow(v ssa.Value) {
	if v == nil || g.seen[v] || v.Referrers() == nil {
		return
	}
	g.seen[v] = true
	for _, ref := range ssabuild.Referrers(v) {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Val == v {
				g.stored(ref)
			}
		case *ssa.UnOp, *ssa.MakeInterface, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.Phi, *ssa.MakeClosure:
			g.follow(ref.(ssa.Value))
		case *ssa.Send:
			g.note(ref)
		case *ssa.MapUpdate:
			g.keptIn(ref, ref.Map)
		case ssa.CallInstruction:
			if g.p.Starts(ref) || g.calls && g.mayKeep(ref, v) || !g.calls && g.startedWith(ref, v) {
				g.note(ref)
			}
		}
	}
}

// startedWith reports whether a function of the package that is called with v starts a
// goroutine that has it.
func (g *giving) startedWith(call ssa.CallInstruction, v ssa.Value) bool {
	callee := g.p.Callee(call.Common())
	_, args := g.p.Target(call.Common())
	i := slices.Index(args, v)
	if callee == nil || i < 0 || i >= len(callee.SSA.Params) || g.depth > 2 {
		return false
	}
	inner := &giving{p: g.p, maker: callee.SSA, seen: g.seen, depth: g.depth + 1}
	inner.follow(callee.SSA.Params[i])
	return slices.ContainsFunc(inner.at, func(at ssa.Instruction) bool { return g.p.Starts(at) })
}

// stored follows what is put into a variable; into anything else that others have, it is
// given away.
func (g *giving) stored(store *ssa.Store) {
	if alloc, ok := store.Addr.(*ssa.Alloc); ok {
		g.follow(alloc)
		return
	}
	g.keptIn(store, store.Addr)
}

// keptIn notes an instruction that puts what is followed into something that others have.
func (g *giving) keptIn(instr ssa.Instruction, holder ssa.Value) {
	if root := g.p.Place(holder).Root; !g.p.Private(root, 4) {
		g.note(instr)
	}
}

func (g *giving) note(instr ssa.Instruction) {
	if instr.Parent() == g.maker {
		g.at = append(g.at, instr)
	}
}
