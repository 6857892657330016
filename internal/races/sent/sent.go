package sent

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/order"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A Race is a write of a field after the object has been sent on a channel, and an access of the same
// field of what is received there.
type Race struct {
	Field *types.Var
	Send  token.Pos
	Write *ssa.Store
	Use   *ssa.FieldAddr  // by the receiver
	Taken ssa.Instruction // the receive, nil where the goroutine is passed the object when it is started
}

// Races returns the races of the package, one for each field and send. The writer holds no lock, and waits
// for nothing between the two.
func Races(p *lockset.Package, flow *ssaflow.Flow) []*Race {
	var list []*Race
	for _, f := range p.Funcs {
		var stores []*ssa.Store
		f.Walk(func(instr ssa.Instruction, held lockset.State) {
			if store, ok := instr.(*ssa.Store); ok && !held.Locked() && fieldOf(store) != nil {
				stores = append(stores, store)
			}
		})
		if len(stores) == 0 {
			continue
		}
		for instr := range ssaflow.Instrs(f.SSA) {
			for _, s := range sends(instr) {
				list = append(list, s.races(p, flow, stores)...)
			}
		}
	}
	return list
}

// A send is a send statement, or a case of a select that sends.
type send struct {
	instr ssa.Instruction
	pos   token.Pos
	ch    ssa.Value
	obj   ssa.Value // the pointer that is sent
}

// sends returns the sends of pointers that an instruction makes.
func sends(instr ssa.Instruction) []send {
	var list []send
	add := func(pos token.Pos, ch, v ssa.Value) {
		if obj := pointer(v); obj != nil {
			list = append(list, send{instr, pos, ch, obj})
		}
	}
	switch instr := instr.(type) {
	case *ssa.Send:
		add(instr.Pos(), instr.Chan, instr.X)
	case *ssa.Select:
		for _, s := range instr.States {
			if s.Dir == types.SendOnly {
				add(s.Pos, s.Chan, s.Send)
			}
		}
	}
	return list
}

// pointer returns the pointer to a struct that a value is, or that an interface was made from.
func pointer(v ssa.Value) ssa.Value {
	if made, ok := v.(*ssa.MakeInterface); ok {
		v = made.X
	}
	ptr, ok := v.Type().Underlying().(*types.Pointer)
	if !ok {
		return nil
	}
	if _, ok := ptr.Elem().Underlying().(*types.Struct); !ok {
		return nil
	}
	return v
}

// fieldOf returns the field that a store writes, nil for other stores, and for what looks after itself.
func fieldOf(store *ssa.Store) *types.Var {
	addr, ok := store.Addr.(*ssa.FieldAddr)
	if !ok || access.Exempt(callmatch.Deref(addr.Type())) {
		return nil
	}
	return ssaflow.Field(addr)
}

// races returns the writes that follow the send, of fields that a receiver uses.
func (s send) races(p *lockset.Package, flow *ssaflow.Flow, stores []*ssa.Store) (list []*Race) {
	class := flow.Class(s.ch)
	if class == nil || class.Level() > ssaflow.Package {
		return nil
	}
	seen := make(map[*types.Var]bool)
	for _, store := range stores {
		field := fieldOf(store)
		if seen[field] || store.Addr.(*ssa.FieldAddr).X != s.obj || !order.LeadsUnwaited(s.instr, store, s.obj, s.chosen) {
			continue
		}
		for _, op := range slices.Concat(class.Receives, class.Ranges) {
			if use := used(taken(op), field, 3); use != nil && inGoroutine(p.ByFunc[op.Fn()]) && op.Fn() != s.instr.Parent() {
				seen[field] = true
				list = append(list, &Race{field, s.pos, store, use, op.Instr})
				break
			}
		}
	}
	return list
}

// chosen reports whether the edge from a block is one on which the send has been made: a select may have
// come to another case.
func (s send) chosen(b, succ *ssa.BasicBlock) bool {
	sel, ok := s.instr.(*ssa.Select)
	test, isIf := lockset.LastOf(b).(*ssa.If)
	if !ok || !isIf {
		return true
	}
	cmp, ok := test.Cond.(*ssa.BinOp)
	if !ok || cmp.Op != token.EQL {
		return true
	}
	index, ok := cmp.X.(*ssa.Extract)
	state, isConst := cmp.Y.(*ssa.Const)
	if !ok || !isConst || index.Tuple != ssa.Value(sel) || index.Index != 0 {
		return true
	}
	n := state.Int64()
	mine := n >= 0 && int(n) < len(sel.States) && sel.States[n].Pos == s.pos
	return (succ == b.Succs[0]) == mine
}
