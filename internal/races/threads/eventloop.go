package threads

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// eventLoop reports whether f runs in a goroutine of its own, which importers start: it is a
// method with a loop that receives what other exported methods of the same type send.
//
//	func (h *Hub) Run() {
//		for {
//			select {
//			case c := <-h.register: // sent by Join
func eventLoop(f *lockset.Func) bool {
	if f.SSA.Signature.Recv() == nil || f.SSA.Parent() != nil {
		return false
	}
	sent := sentByMethods(f.Pkg)
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			for _, ch := range received(instr) {
				if field := ownField(f.SSA, ch); field != nil && sent[field] && lockset.Loops(b) {
					return true
				}
			}
		}
	}
	return false
}

// sentByMethods returns the fields with a channel that exported methods of the field's owner
// send to.
func sentByMethods(p *lockset.Package) sentFields {
	sent := lockset.Memo[sentFields](p)
	if *sent != nil {
		return *sent
	}
	*sent = make(sentFields)
	for _, f := range p.Funcs {
		if obj := f.SSA.Object(); obj == nil || !obj.Exported() || f.SSA.Signature.Recv() == nil {
			continue
		}
		for instr := range ssaflow.Instrs(f.SSA) {
			for _, ch := range sentTo(instr) {
				if field := ownField(f.SSA, ch); field != nil {
					(*sent)[field] = true
				}
			}
		}
	}
	return *sent
}

// sentFields are fields with a channel.
type sentFields map[*types.Var]bool

// received returns the channels that an instruction receives from.
func received(instr ssa.Instruction) []ssa.Value {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		if instr.Op == token.ARROW {
			return []ssa.Value{instr.X}
		}
	case *ssa.Select:
		return channelsOf(instr, types.RecvOnly)
	}
	return nil
}

// sentTo returns the channels that an instruction sends to.
func sentTo(instr ssa.Instruction) []ssa.Value {
	switch instr := instr.(type) {
	case *ssa.Send:
		return []ssa.Value{instr.Chan}
	case *ssa.Select:
		return channelsOf(instr, types.SendOnly)
	}
	return nil
}

func channelsOf(sel *ssa.Select, dir types.ChanDir) []ssa.Value {
	var list []ssa.Value
	for _, s := range sel.States {
		if s.Dir == dir {
			list = append(list, s.Chan)
		}
	}
	return list
}

// ownField returns the field of the receiver of fn that v is read from, nil if it is none.
func ownField(fn *ssa.Function, v ssa.Value) *types.Var {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	field, ok := load.X.(*ssa.FieldAddr)
	if !ok || field.X != ssa.Value(fn.Params[0]) {
		return nil
	}
	return ssaflow.Field(field)
}
