package lockset

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A permit is what one goroutine at a time has without a mutex: the only place of a channel, the only
// value in one, or a flag that a compare-and-swap has set.
//
//	s.sem <- struct{}{}                                      // has a buffer of one
//	<-s.turn                                                 // its maker has put one value there
//	if !s.busy.CompareAndSwap(false, true) { return }
//
// What acquires and releases permits is part of the states, as operations on locks are, so that helpers
// and literals carry them. They count for races alone.
type permit struct {
	made    bool                   // a channel, which has a buffer of one wherever it is made
	claimed bool                   // a flag, which a compare-and-swap sets
	puts    int                    // values that the channel's maker puts there: receiving one acquires the permit then
	chosen  map[types.ChanDir]bool // what cases of select statements do to it
	invalid bool                   // something else is done to it
}

// A PermitID is a field or package variable by its key, or a value that none of these holds.
type PermitID struct {
	key  string
	root ssa.Value
}

func (p *Package) permitID(v ssa.Value) PermitID {
	pl := p.Place(v)
	if mk, ok := pl.Root.(*ssa.MakeChan); ok && p.madeFor[mk] != "" {
		return PermitID{key: p.madeFor[mk]}
	}
	return pl.Permit()
}

func (pl Place) Permit() PermitID {
	switch {
	case strings.Contains(pl.Fields, "["):
		return PermitID{} // which element is not known
	case pl.Key != "":
		return PermitID{key: pl.Key}
	}
	return PermitID{pl.Key, pl.Root}
}

// findPermits notes what may be a permit, by all that the package does to it.
func (p *Package) findPermits(initializer *ssa.Function) {
	p.permits = make(map[PermitID]*permit)
	p.madeFor = make(map[*ssa.MakeChan]string)
	funcs := p.Funcs
	if initializer != nil {
		funcs = append(funcs[:len(funcs):len(funcs)], &Func{SSA: initializer, Pkg: p})
	}
	for _, f := range funcs {
		for instr := range ssaflow.Instrs(f.SSA) {
			p.notePermit(instr)
		}
	}
	if len(p.permits) == 0 {
		return
	}
	for _, f := range funcs {
		for instr := range ssaflow.Instrs(f.SSA) {
			p.usePermit(f, instr)
		}
	}
	for id, m := range p.permits {
		releases := types.ChanDir(types.RecvOnly)
		if m.puts > 0 {
			releases = types.SendOnly
		}
		if m.invalid || m.puts > 1 || m.made == m.claimed || m.chosen[releases] {
			delete(p.permits, id)
		}
	}
}

// notePermit notes a channel where it is made and stored, and a flag where it is set.
func (p *Package) notePermit(instr ssa.Instruction) {
	switch instr := instr.(type) {
	case *ssa.MakeChan:
		if SizeIs(instr, 1) {
			p.permits[PermitID{root: instr}] = &permit{made: true}
		}
	case *ssa.Store:
		if mk, ok := p.Place(instr.Val).Root.(*ssa.MakeChan); ok && p.Alloc(instr.Addr) == nil {
			p.stored(mk, p.Place(instr.Addr))
		}
	case ssa.CallInstruction:
		if id, does := p.flagOp(instr.Common()); does == claims && p.permits[id] == nil {
			p.permits[id] = &permit{claimed: true}
		}
	}
}

// stored gives a channel the name of the field or package variable that it is stored in.
func (p *Package) stored(mk *ssa.MakeChan, in Place) {
	id := in.Permit()
	if id.key == "" {
		p.permits[PermitID{root: mk}] = &permit{invalid: true}
		return
	}
	p.madeFor[mk] = id.key
	m := p.permits[id]
	if m == nil {
		m = &permit{made: true}
		p.permits[id] = m
	}
	m.invalid = m.invalid || !SizeIs(mk, 1) || in.Field != nil && in.Field.Exported()
	delete(p.permits, PermitID{root: mk})
}

// usePermit notes what an instruction does to channels and flags that may be permits.
func (p *Package) usePermit(f *Func, instr ssa.Instruction) {
	if send, ok := instr.(*ssa.Send); ok && p.puts(f, send) {
		p.permits[p.permitID(send.Chan)].puts++
		return
	}
	if call, ok := instr.(ssa.CallInstruction); ok {
		if id, does := p.flagOp(call.Common()); does == spoils && p.permits[id] != nil {
			p.permits[id].invalid = true
		}
	}
	if store, ok := instr.(*ssa.Store); ok {
		if m := p.permits[p.permitID(store.Addr)]; m != nil && m.claimed {
			m.invalid = true // not atomic
		}
	}
	if sel, ok := instr.(*ssa.Select); ok {
		p.noteCases(sel)
	}
	for _, op := range instr.Operands(nil) {
		if *op == nil {
			continue
		}
		if _, isChan := (*op).Type().Underlying().(*types.Chan); isChan && !keepsPermit(instr, *op) {
			if m := p.permits[p.permitID(*op)]; m != nil {
				m.invalid = true
			}
		}
	}
}

// noteCases notes what the cases of a select do to permits: one that releases a permit proves nothing, since
// what holds it does not wait to do so.
func (p *Package) noteCases(sel *ssa.Select) {
	for _, s := range sel.States {
		if m := p.permits[p.permitID(s.Chan)]; m != nil {
			if m.chosen == nil {
				m.chosen = make(map[types.ChanDir]bool)
			}
			m.chosen[s.Dir] = true
		}
	}
}

// puts reports whether a send puts the value into a new channel that the first to receive it acquires:
// it is in the function that makes the channel, or initializes the package.
func (p *Package) puts(f *Func, send *ssa.Send) bool {
	id := p.permitID(send.Chan)
	if p.permits[id] == nil || Loops(send.Block()) {
		return false
	}
	makes := f.InInit()
	for instr := range ssaflow.Instrs(f.SSA) {
		switch instr := instr.(type) {
		case *ssa.MakeChan:
			makes = makes || id == p.permitID(instr)
		case *ssa.UnOp:
			if instr.Op == token.ARROW && p.permitID(instr.X) == id {
				return false
			}
		}
	}
	return makes
}

// keepsPermit reports whether an instruction does nothing to a channel by which others could use it
// unseen, or wait for it to end.
func keepsPermit(instr ssa.Instruction, ch ssa.Value) bool {
	switch instr := instr.(type) {
	case *ssa.Send:
		return instr.Chan == ch
	case *ssa.UnOp:
		return instr.Op == token.ARROW && !instr.CommaOk
	case *ssa.Select:
		return !slices.ContainsFunc(instr.States, func(s *ssa.SelectState) bool { return s.Send == ch })
	case *ssa.Call:
		b, ok := instr.Call.Value.(*ssa.Builtin)
		return ok && (b.Name() == "len" || b.Name() == "cap")
	case *ssa.Store, *ssa.DebugRef, *ssa.MakeClosure, *ssa.BinOp, *ssa.ChangeType:
		return true
	}
	return false
}

// What a call does to a flag.
type flagDoes int

const (
	keeps  flagDoes = iota
	claims          // sets it, if it was not set
	frees           // takes back what a claim has set
	spoils          // anything else
)

// flagOp returns the flag that an atomic operation is about, and what that does: only those that claim it
// tell the goroutine whether it is the one.
func (p *Package) flagOp(call *ssa.CallCommon) (PermitID, flagDoes) {
	fn, args := p.Target(call)
	if fn == nil || len(args) < 2 || fn.Pkg() == nil || fn.Pkg().Path() != "sync/atomic" {
		return PermitID{}, keeps
	}
	id := p.permitID(args[0])
	last, isConst := args[len(args)-1].(*ssa.Const)
	switch {
	case id == PermitID{}:
		return id, keeps
	case !isConst || last.Value == nil || !strings.Contains(fn.Name(), "Swap") && !strings.HasPrefix(fn.Name(), "Store"):
		return id, spoils
	case isZero(last):
		return id, frees
	case strings.HasPrefix(fn.Name(), "Store"):
		return id, keeps
	case strings.HasPrefix(fn.Name(), "CompareAndSwap"):
		if old, ok := args[len(args)-2].(*ssa.Const); !ok || !isZero(old) {
			return id, spoils
		}
	}
	return id, claims
}

func isZero(c *ssa.Const) bool {
	switch {
	case c.Value == nil:
		return false
	case c.Value.Kind() == constant.Bool:
		return !constant.BoolVal(c.Value)
	}
	return c.Value.Kind() == constant.Int && constant.Sign(c.Value) == 0
}

// SamePermit reports whether two accesses hold a permit of one name.
func (h Hold) SamePermit(o Hold) bool {
	return h.Key == o.Key && (h.Key != "" || h.Root == o.Root)
}
