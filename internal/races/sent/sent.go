package sent

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
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
	w := &writers{p, make(map[*lockset.Func][]*ssa.Store), make(map[depth][]write)}
	known := make(map[depth][]send)
	for _, f := range p.Funcs {
		all := sendsBelow(p, depth{f, 2}, known)
		if len(all) == 0 {
			continue
		}
		writes := w.below(f, 2)
		for _, s := range all {
			list = append(list, s.races(p, flow, writes)...)
		}
	}
	return unique(list)
}

// unique drops the races of one write that a caller of its function makes as well.
func unique(list []*Race) []*Race {
	seen := make(map[*ssa.Store]map[token.Pos]bool)
	return slices.DeleteFunc(list, func(r *Race) bool {
		if seen[r.Write] == nil {
			seen[r.Write] = make(map[token.Pos]bool)
		}
		known := seen[r.Write][r.Send]
		seen[r.Write][r.Send] = true
		return known
	})
}

// A send is a send statement, or a case of a select that sends.
type send struct {
	instr ssa.Instruction // or the call of the function that has it
	pos   token.Pos
	ch    ssa.Value
	obj   lockset.Path // of the pointer that is sent, or that a field of the message has
	via   *types.Var   // that field, nil for the pointer itself
}

// sendsBelow returns the sends of a function, and those of parameters in the functions that it calls.
func sendsBelow(p *lockset.Package, from depth, known map[depth][]send) []send {
	if list, ok := known[from]; ok {
		return list
	}
	known[from] = nil // what calls itself is not followed
	var list []send
	for instr := range ssaflow.Instrs(from.f.SSA) {
		list = append(list, sends(p, instr)...)
		call, ok := instr.(*ssa.Call)
		if !ok || from.calls == 0 {
			continue
		}
		callee := p.Callee(&call.Call)
		if callee == nil {
			continue
		}
		for _, s := range sendsBelow(p, depth{callee, from.calls - 1}, known) {
			if obj, ok := asArgument(p, &call.Call, callee, s.obj); ok {
				list = append(list, send{instr, s.pos, s.ch, obj, s.via})
			}
		}
	}
	known[from] = list
	return list
}

// sends returns the sends of pointers that an instruction makes, and of messages that are made for the send and have
// one.
func sends(p *lockset.Package, instr ssa.Instruction) []send {
	var list []send
	add := func(pos token.Pos, ch, v ssa.Value) {
		obj := pointer(v)
		if obj != nil {
			list = append(list, send{instr, pos, ch, p.Place(obj).Path, nil})
		}
		for field, inner := range held(message(v, obj)) {
			list = append(list, send{instr, pos, ch, p.Place(inner).Path, field})
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
func (s send) races(p *lockset.Package, flow *ssaflow.Flow, writes []write) (list []*Race) {
	class := flow.Class(s.ch)
	if class == nil || class.Level() > ssaflow.Package {
		return nil
	}
	seen := make(map[*types.Var]bool)
	for _, w := range writes {
		field := fieldOf(w.store)
		if seen[field] || w.obj != s.obj || !s.leads(p, w.at) {
			continue
		}
		for _, op := range slices.Concat(class.Receives, class.Ranges) {
			if use := used(s.received(op), field, 3); use != nil && inGoroutine(p.ByFunc[op.Fn()]) && op.Fn() != s.instr.Parent() {
				seen[field] = true
				list = append(list, &Race{field, s.pos, w.store, use, op.Instr})
				break
			}
		}
	}
	return list
}

// leads reports whether a path leads from the send to a write, or to the end of the function, where it is deferred.
func (s send) leads(p *lockset.Package, at ssa.Instruction) bool {
	maker, _ := s.obj.Root.(ssa.Instruction)
	if _, deferred := at.(*ssa.Defer); !deferred {
		return s.instr != at && leads(p, s.instr, at, maker, s.chosen)
	}
	for instr := range ssaflow.Instrs(at.Parent()) {
		if _, end := instr.(*ssa.RunDefers); end && leads(p, s.instr, instr, maker, s.chosen) {
			return true
		}
	}
	return false
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
