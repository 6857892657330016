package lentvaluekept

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A keep is an instruction after which something refers to lent memory that outlives the loan.
type keep struct {
	instr ssa.Instruction
	what  string
	in    ssa.Instruction // of the function that instr calls, nil for the instruction itself
}

// kept returns the first instruction that keeps the value.
func (l *lender) kept(h *held) *keep {
	if l.row.Loop && !l.again() {
		return nil
	}
	return l.keeps(h, 2)
}

func (l *lender) keeps(h *held, depth int) *keep {
	for instr := range ssaflow.Instrs(h.fn) {
		if what := l.sink(h, instr); what != "" {
			return &keep{instr: instr, what: what}
		}
		if call, ok := instr.(*ssa.Call); ok && depth > 0 {
			if k := l.passed(h, call, depth-1); k != nil {
				return k
			}
		}
	}
	return nil
}

// passed returns how a function of the package keeps a value that a call passes to it.
func (l *lender) passed(h *held, call *ssa.Call, depth int) *keep {
	callee := call.Call.StaticCallee()
	if callee == nil || callee.Pkg != h.fn.Pkg || len(callee.Blocks) == 0 {
		return nil
	}
	for i, arg := range call.Call.Args {
		if !h.holds(arg) || i >= len(callee.Params) {
			continue
		}
		k := l.keeps(follow(callee, callee.Params[i]), depth)
		if k == nil || l.waits(k.instr) != nil {
			continue
		}
		in := k.instr
		if k.in != nil {
			in = k.in
		}
		return &keep{instr: call, what: k.what, in: in}
	}
	return nil
}

// sink says how an instruction makes a value outlive the loan, "" if it does not.
func (l *lender) sink(h *held, instr ssa.Instruction) string {
	switch instr := instr.(type) {
	case *ssa.Send:
		if h.holds(instr.X) {
			return "is sent"
		}
	case *ssa.Select:
		if slices.ContainsFunc(instr.States, func(s *ssa.SelectState) bool { return s.Dir == types.SendOnly && h.holds(s.Send) }) {
			return "is sent"
		}
	case *ssa.Go:
		if slices.ContainsFunc(append(instr.Call.Args, instr.Call.Value), h.holds) {
			return "is used by a goroutine"
		}
	case *ssa.Call:
		if l.row.Loop && h.values[instr] && h.fn == l.call.Parent() && l.collects(h, instr, instr, 3) {
			return "is appended to a slice"
		}
		start, ok := catalog.Starters[ssaflow.Callee(&instr.Call)]
		if ok && slices.ContainsFunc(instr.Call.Args, h.holds) && (!start.Joined || l.outer(h, instr.Call.Args[0])) {
			return "is used by a goroutine"
		}
	case *ssa.MapUpdate:
		if (h.holds(instr.Value) || h.holds(instr.Key)) && l.outlives(h, instr.Map) {
			return "is stored in a map"
		}
	case *ssa.Store:
		if h.holds(instr.Val) {
			return l.stored(h, instr)
		}
	}
	return ""
}

// collects reports whether the result of an append of the value is what the next iteration appends to.
func (l *lender) collects(h *held, add *ssa.Call, result ssa.Value, depth int) bool {
	if b, ok := add.Call.Value.(*ssa.Builtin); !ok || b.Name() != "append" || !h.holds(add.Call.Args[1]) {
		return false
	}
	lent := l.call.Block()
	return slices.ContainsFunc(*result.Referrers(), func(ref ssa.Instruction) bool {
		phi, ok := ref.(*ssa.Phi)
		return ok && (phi.Block().Dominates(lent) && ssaflow.Reaches(lent, phi.Block()) || depth > 0 && l.collects(h, add, phi, depth-1))
	})
}

// stored says that a store is to something that outlives the loan.
func (l *lender) stored(h *held, store *ssa.Store) string {
	if cell, ok := store.Addr.(*ssa.Alloc); ok {
		if l.row.Loop && refers(store.Val.Type()) && l.call.Parent() == h.fn && !ssaflow.Reaches(l.call.Block(), cell.Block()) {
			return "is appended to a slice"
		}
		return ""
	}
	if !l.outer(h, store.Addr) || l.row.Loop && !refers(store.Val.Type()) || replaced(store) {
		return ""
	}
	if refers(store.Val.Type()) {
		return "is appended to a slice"
	}
	return "is stored"
}

// replaced reports whether the function stores something else in the same field after that: it lends the value on.
func replaced(store *ssa.Store) bool {
	field, ok := store.Addr.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	for instr := range ssaflow.Instrs(store.Parent()) {
		other, ok := instr.(*ssa.Store)
		if !ok || other == store || !ssaflow.Follows(store, other) {
			continue
		}
		if addr, ok := other.Addr.(*ssa.FieldAddr); ok && addr.X == field.X && addr.Field == field.Field {
			return true
		}
	}
	return false
}

// outlives reports whether a map outlives the loan.
func (l *lender) outlives(h *held, table ssa.Value) bool {
	switch table := table.(type) {
	case *ssa.MakeMap:
		return l.row.Loop && l.call.Parent() == h.fn && !ssaflow.Reaches(l.call.Block(), table.Block())
	case *ssa.UnOp:
		return l.outer(h, table.X)
	}
	return false
}

// outer reports whether an address is in something that outlives the loan: a variable of the package, a variable
// of a function around that has not the request or transaction, a field of an object that a lock guards; for a
// parameter of a method, of its receiver.
func (l *lender) outer(h *held, addr ssa.Value) bool {
	switch addr := addr.(type) {
	case *ssa.Global:
		return true
	case *ssa.FreeVar:
		owner := ownerOf(addr)
		return owner != nil && l.value.Parent() != owner && !l.inside(owner) && (l.row.Within != "" || l.row.Loop)
	case *ssa.FieldAddr:
		return l.outer(h, addr.X) || l.object(h, addr.X)
	case *ssa.IndexAddr:
		return l.outer(h, addr.X)
	case *ssa.UnOp:
		return l.outer(h, addr.X)
	}
	return false
}

// ownerOf returns the function that declares a captured variable.
func ownerOf(v *ssa.FreeVar) *ssa.Function {
	for range 5 {
		switch outer := ssaflow.Binding(v).(type) {
		case *ssa.FreeVar:
			v = outer
		case *ssa.Alloc:
			return outer.Parent()
		case *ssa.Parameter:
			return outer.Parent()
		default:
			return nil
		}
	}
	return nil
}

// object reports whether a value is the receiver of a method that must not keep what it gets, or an object with a
// lock, which more than one request uses.
func (l *lender) object(h *held, v ssa.Value) bool {
	recv, ok := v.(*ssa.Parameter)
	if !ok || h.fn.Signature.Recv() == nil || recv != h.fn.Params[0] {
		return false
	}
	return l.param || hasLock(recv.Type())
}

// hasLock reports whether a struct has a field that is a lock.
func hasLock(t types.Type) bool {
	s, ok := callmatch.Deref(t).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range s.Fields() {
		switch callmatch.TypeName(f.Type()) {
		case "sync.Mutex", "sync.RWMutex":
			return true
		}
	}
	return false
}

// waits returns an instruction after k that waits for another goroutine, which may have done with the value then.
// Where a loop lends again, it comes before that.
func (l *lender) waits(k ssa.Instruction) ssa.Instruction {
	for instr := range ssaflow.Instrs(k.Parent()) {
		if !ssaflow.Follows(k, instr) || instr == k {
			continue
		}
		if l.row.Loop && l.call.Parent() == k.Parent() && !ssaflow.Reaches(instr.Block(), l.call.Block()) {
			continue
		}
		switch instr := instr.(type) {
		case *ssa.UnOp:
			if instr.Op == token.ARROW {
				return instr
			}
		case *ssa.Select:
			if slices.ContainsFunc(instr.States, func(s *ssa.SelectState) bool { return s.Dir == types.RecvOnly }) {
				return instr
			}
		case *ssa.Call:
			if fn := ssaflow.Object(&instr.Call); fn != nil && fn.Name() == "Wait" {
				return instr
			}
		}
	}
	return nil
}
