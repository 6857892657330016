package threads

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/order"
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
	for instr := range ssaflow.Instrs(f.SSA) {
		for _, ch := range order.Received(instr) {
			if field := ownField(f.SSA, ch); field != nil && sent[field] && lockset.Loops(instr.Block()) {
				return true
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
		if obj := f.SSA.Object(); obj != nil && obj.Exported() && f.SSA.Signature.Recv() != nil {
			sent.note(f)
		}
	}
	return *sent
}

// sentFields are fields with a channel.
type sentFields map[*types.Var]bool

// note adds those of its receiver that f sends to.
func (sent sentFields) note(f *lockset.Func) {
	for instr := range ssaflow.Instrs(f.SSA) {
		for _, ch := range order.SentTo(instr) {
			if field := ownField(f.SSA, ch); field != nil {
				sent[field] = true
			}
		}
	}
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
