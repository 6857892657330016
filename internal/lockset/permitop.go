package lockset

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// PermitOps returns what an instruction that is no call does to permits.
func (p *Package) PermitOps(instr ssa.Instruction) []Op {
	if len(p.permits) == 0 {
		return nil
	}
	switch instr := instr.(type) {
	case *ssa.Send:
		if f := p.ByFunc[instr.Parent()]; f == nil || !p.puts(f, instr) {
			return p.permitOp(instr.Chan, true)
		}
	case *ssa.UnOp:
		if instr.Op == token.ARROW {
			return p.permitOp(instr.X, false)
		}
	}
	return nil
}

// permitOp returns the operation on the permit of a channel that a send or receive is.
func (p *Package) permitOp(ch ssa.Value, send bool) []Op {
	m := p.permits[p.permitID(ch)]
	if m == nil || !m.made {
		return nil
	}
	return []Op{p.permitAt(ch, send == (m.puts == 0))}
}

func (p *Package) permitAt(v ssa.Value, acquire bool) Op {
	pl := p.Place(v)
	return Op{Lock: Lock{Path: pl.Path}, Acquire: acquire, Net: true, Sure: true, Permit: true, Key: p.permitID(v).key, Field: pl.Field, Loads: pl.Loads}
}

// PermitsOf returns what a call does to permits.
func (p *Package) PermitsOf(call *ssa.CallCommon) []Op {
	if result, ok := call.Value.(*ssa.Call); ok && !call.IsInvoke() {
		return p.permitsReturned(result)
	}
	if ext, ok := call.Value.(*ssa.Extract); ok && !call.IsInvoke() {
		if result, ok := ext.Tuple.(*ssa.Call); ok {
			return p.permitsReturned(result)
		}
	}
	fn, args := p.Target(call)
	if len(p.permits) > 0 {
		if id, does := p.flagOp(call); does == frees && p.permits[id] != nil {
			return []Op{p.permitAt(args[0], false)}
		}
	}
	s := p.SummaryOf(call)
	if s == nil || len(s.Permits) == 0 {
		return nil
	}
	return p.translate(s.Permits, fn, args)
}

// permitsReturned is returned for permits.
func (p *Package) permitsReturned(result *ssa.Call) []Op {
	s := p.SummaryOf(&result.Call)
	if s == nil || len(s.Frees) == 0 {
		return nil
	}
	fn, args := p.Target(&result.Call)
	return p.translate(s.Frees, fn, args)
}

// permitsOfValue is opsOfValue for permits.
func (p *Package) permitsOfValue(v ssa.Value) []Op {
	switch v := v.(type) {
	case *ssa.Call:
		return p.permitsReturned(v)
	case *ssa.MakeClosure, *ssa.ChangeType, *ssa.UnOp:
		if p.closureOf(v) != nil {
			return p.PermitsOf(p.calling(v))
		}
	}
	return nil
}

// permitsOn returns the permits that are acquired on one side of a branch.
//
//	if s.busy.CompareAndSwap(false, true) {
//	select { case s.sem <- struct{}{}:
func (p *Package) permitsOn(cond ssa.Value, taken bool) []Op {
	if len(p.permits) == 0 {
		return nil
	}
	switch cond := cond.(type) {
	case *ssa.Call:
		return p.claimsFlag(cond, taken)
	case *ssa.BinOp:
		sel, i, ok := ssaflow.SelectCase(cond)
		if !ok || !taken {
			return nil
		}
		return p.permitOp(sel.States[i].Chan, sel.States[i].Dir == types.SendOnly)
	}
	return nil
}

// claimsFlag returns the flag that a call claims which returns true, or is a swap and returns false: there
// was no value before.
func (p *Package) claimsFlag(call *ssa.Call, taken bool) []Op {
	id, does := p.flagOp(&call.Call)
	if does != claims || p.permits[id] == nil {
		return nil
	}
	fn, args := p.Target(&call.Call)
	if taken != strings.HasPrefix(fn.Name(), "CompareAndSwap") {
		return nil
	}
	return []Op{p.permitAt(args[0], true)}
}
