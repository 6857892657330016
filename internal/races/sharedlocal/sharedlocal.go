package sharedlocal

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/order"
)

// A Race is an access, without a lock, of a local variable that another
// goroutine accesses under one at the same time.
type Race struct {
	Var   *ssa.Alloc
	Pos   token.Pos
	Write bool
	Other token.Pos       // the access under the lock
	Hold  lockset.Hold    // that lock
	Start ssa.Instruction // of the goroutine that one of the two is in
	Given bool            // Start makes a literal that is passed on instead
}

// A localUse is an access of a captured variable, or of the elements of the map
// that it holds.
type localUse struct {
	f     *lockset.Func
	instr ssa.Instruction
	pos   token.Pos
	write bool
	held  []lockset.Hold
	maybe bool            // some lock may be held
	start ssa.Instruction // of the goroutine it happens in, nil for the function that declares the variable
	given bool            // it happens in a literal that is given away, which start makes: others call it, at any time
}

// Races returns the accesses that break the discipline of captured
// variables, in the order of functions. Elements of slices are left out, since
// goroutines that share a slice often have an element each.
func Races(p *lockset.Package) []Race {
	uses, vars := localUses(p)
	var list []Race
	for _, v := range vars {
		for _, a := range uses[v] {
			if a.maybe || synced(p, a) {
				continue
			}
			s, ok := raceOf(p, v, a, uses[v])
			if !ok {
				continue
			}
			if n := len(list); n > 0 && list[n-1].Pos == a.pos {
				list = list[:n-1] // n++ reads and writes
			}
			list = append(list, s)
		}
	}
	return list
}

// raceOf looks for an access of v that happens at the same time as a, under
// a lock if there is one, and for an access that shows which lock is meant.
func raceOf(p *lockset.Package, v *ssa.Alloc, a localUse, uses []localUse) (Race, bool) {
	var locked, partner *localUse
	for i := range uses {
		b := &uses[i]
		meets := (a.write || b.write) && !synced(p, *b) && meet(p, v, a, *b)
		if len(b.held) > 0 && !perElement(b.held[0].Op.Lock.Path) && (meets || locked == nil && !spansStart(p, a, *b)) {
			locked = b
		}
		if meets && (partner == nil || len(b.held) > 0) {
			partner = b
		}
	}
	if locked == nil || partner == nil {
		return Race{}, false
	}
	start := a.start
	if start == nil {
		start = partner.start
	}
	return Race{v, a.pos, a.write, locked.pos, locked.held[0], start, a.given}, true
}

// spansStart reports whether b is under a lock that its function has also held
// when it started the goroutine of a: that is not for what the two share.
func spansStart(p *lockset.Package, a, b localUse) bool {
	if a.start == nil || b.start != nil || b.f.SSA != a.start.Parent() {
		return false
	}
	return slices.ContainsFunc(b.f.At(a.start).Held(), func(h lockset.Hold) bool { return h.Pos == b.held[0].Pos })
}

// localUses returns the accesses of variables that a goroutine captures, as far as
// it is known which goroutine makes them, and the variables in order.
func localUses(p *lockset.Package) (map[*ssa.Alloc][]localUse, []*ssa.Alloc) {
	uses := make(map[*ssa.Alloc][]localUse)
	var vars []*ssa.Alloc
	for _, f := range p.Funcs {
		if len(f.SSA.AnonFuncs) == 0 && f.SSA.Parent() == nil {
			continue
		}
		f.Walk(func(instr ssa.Instruction, held lockset.State) {
			v, write, pos := localAccess(p, instr)
			if v == nil || !v.Heap || !pos.IsValid() || access.Exempt(callmatch.Deref(v.Type())) {
				return
			}
			start, ok := startOf(f, v.Parent())
			given := false
			if !ok {
				start, ok = handedOn(f, v.Parent())
				given = ok
			}
			if !ok || start == nil && !f.Known() && !held.Locked() && !onlyLocalLocks(uses[v]) {
				return
			}
			if uses[v] == nil {
				vars = append(vars, v)
			}
			uses[v] = append(uses[v], localUse{f, order.Happens(instr), pos, write, held.Held(), held.Locked(), start, given})
		})
	}
	return uses, vars
}

// onlyLocalLocks reports whether the locks seen so far are such as no caller can
// hold.
func onlyLocalLocks(uses []localUse) bool {
	return !slices.ContainsFunc(uses, func(u localUse) bool {
		return slices.ContainsFunc(u.held, func(h lockset.Hold) bool {
			_, local := h.Root.(*ssa.Alloc)
			return !local
		})
	})
}

// localAccess returns the captured variable that instr accesses.
func localAccess(p *lockset.Package, instr ssa.Instruction) (v *ssa.Alloc, write bool, pos token.Pos) {
	content := func(m ssa.Value, write bool) (*ssa.Alloc, bool, token.Pos) {
		load, ok := m.(*ssa.UnOp)
		if _, isMap := m.Type().Underlying().(*types.Map); !ok || !isMap || load.Op != token.MUL {
			return nil, false, token.NoPos
		}
		return p.Alloc(load.X), write, access.LoadPos(load)
	}
	switch instr := instr.(type) {
	case *ssa.Store:
		return p.Alloc(instr.Addr), true, instr.Pos()
	case *ssa.UnOp:
		if _, isMap := instr.Type().Underlying().(*types.Map); instr.Op == token.MUL && !isMap {
			return p.Alloc(instr.X), false, access.LoadPos(instr)
		}
	case *ssa.MapUpdate:
		return content(instr.Map, true)
	case *ssa.Lookup:
		return content(instr.X, false)
	case *ssa.Range:
		return content(instr.X, false)
	case *ssa.Call:
		if b, ok := instr.Call.Value.(*ssa.Builtin); ok && len(instr.Call.Args) > 0 {
			switch b.Name() {
			case "delete", "clear":
				return content(instr.Call.Args[0], true)
			case "len":
				return content(instr.Call.Args[0], false)
			}
		}
	}
	return nil, false, token.NoPos
}

// StartPos returns where the goroutine is started, or the literal made.
func (s Race) StartPos() token.Pos {
	if mc, ok := s.Start.(*ssa.MakeClosure); ok {
		return mc.Fn.Pos()
	}
	return s.Start.Pos()
}
