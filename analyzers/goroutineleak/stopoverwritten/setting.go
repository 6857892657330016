package stopoverwritten

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/muststop"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A setting stores a new cancel function or channel in a field, in a function that starts a
// goroutine.
type setting struct {
	fn    *ssa.Function
	store *ssa.Store
	field *types.Var
	fresh bool // the function has made the object
	start ssa.CallInstruction
	fact  *muststop.Fact // of what start calls, which starts the goroutine; nil where start does
}

func (s setting) channel() bool {
	_, ok := s.field.Type().Underlying().(*types.Chan)
	return ok
}

// settings returns those of a package, in source order.
func settings(p *check.Pass) []setting {
	list, flow := keptResults(p), ssaflow.Of(p.Pass)
	for _, start := range flow.Starts() {
		fn := start.Instr.Parent()
		if slices.ContainsFunc(list, func(s setting) bool { return s.fn == fn && s.fact == nil }) {
			continue
		}
		for instr := range ssaflow.Instrs(fn) {
			store, ok := instr.(*ssa.Store)
			if !ok || !signal(store.Val) || tellsEnd(flow, start, store.Val) {
				continue
			}
			if addr, ok := store.Addr.(*ssa.FieldAddr); ok && store.Pos().IsValid() && gets(start, store.Val) {
				_, made := ssainstr.Resolve(addr.X).(*ssa.Alloc)
				list = append(list, setting{fn, store, ssaflow.Field(addr).Origin(), made, start.Instr, nil})
			}
		}
	}
	slices.SortFunc(list, func(a, b setting) int { return cmp.Compare(a.store.Pos(), b.store.Pos()) })
	return list
}

// tellsEnd reports whether a goroutine closes a channel, and does not receive from it: it says that the goroutine has
// ended, and stops nothing.
func tellsEnd(flow *ssaflow.Flow, start ssaflow.Start, ch ssa.Value) bool {
	c := flow.Class(ch)
	inBody := func(op ssaflow.Op) bool { return slices.Contains(start.Bodies, op.Fn()) }
	return c != nil && slices.ContainsFunc(c.Closes, inBody) &&
		!slices.ContainsFunc(c.Receives, inBody) && !slices.ContainsFunc(c.Ranges, inBody)
}

// signal reports whether a value is a channel that is made here, or the cancel function of a
// context that is.
func signal(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.MakeChan:
		return types.Identical(v.Type().Underlying().(*types.Chan).Elem().Underlying(), types.NewStruct(nil, nil))
	case *ssa.ChangeType:
		return signal(v.X)
	case *ssa.Extract:
		call, ok := v.Tuple.(*ssa.Call)
		return ok && v.Index == 1 && catalog.ContextEnds[ssaflow.Callee(&call.Call)] == "cancel"
	}
	return false
}

// gets reports whether a goroutine is given the context of a cancel function; of a channel in a
// field, what is started may take it from there.
func gets(start ssaflow.Start, signal ssa.Value) bool {
	if conv, ok := signal.(*ssa.ChangeType); ok {
		signal = conv.X
	}
	ex, ok := signal.(*ssa.Extract)
	if !ok {
		return true
	}
	given := slices.Clone(start.Instr.Common().Args)
	for _, fn := range []ssa.Value{start.Instr.Common().Value, start.Arg} {
		if mk, ok := fn.(*ssa.MakeClosure); ok {
			given = append(given, mk.Bindings...)
		}
	}
	return slices.ContainsFunc(given, func(v ssa.Value) bool {
		made := func(v ssa.Value) bool {
			ctx, ok := v.(*ssa.Extract)
			return ok && ctx.Tuple == ex.Tuple && ctx.Index == 0
		}
		v = ssainstr.Resolve(v)
		return made(v) || storesLast(v, made)
	})
}

// storesLast reports whether a variable that a literal captures gets a value that is one of those after all others,
// as a parameter does that is given the context derived from it:
//
//	ctx, cancel := context.WithCancel(ctx)
func storesLast(v ssa.Value, those func(ssa.Value) bool) bool {
	cell, ok := v.(*ssa.Alloc)
	if !ok {
		return false
	}
	var last *ssa.Store
	for _, ref := range ssabuild.Referrers(cell) {
		store, ok := ref.(*ssa.Store)
		if ok && store.Addr == cell && (last == nil || precedes(last, store)) {
			last = store
		}
	}
	return last != nil && those(last.Val)
}

// usedBefore reports whether something may end the goroutine of before: a use of the field before
// it is set, or before the function is called that sets it.
func (s setting) usedBefore(p *check.Pass) bool {
	if s.usedIn(s.fn, s.store) || s.pairUsed() {
		return true
	}
	for _, fn := range ssaflow.Of(p.Pass).SSA.Funcs {
		for _, call := range ssainstr.Calls(fn) {
			if fn != s.fn && call.Common().StaticCallee() == s.fn && s.usedIn(fn, call) {
				return true
			}
		}
	}
	return false
}

// pairUsed reports whether the function uses, before it sets the field, another one that it sets together with it: that
// one says whether there is a goroutine.
//
//	if r.stop != nil {
//		return
//	}
//	r.stop, r.done = make(chan struct{}), make(chan struct{})
func (s setting) pairUsed() bool {
	for _, instr := range s.store.Block().Instrs {
		other, ok := instr.(*ssa.Store)
		if !ok || other == s.store || !signal(other.Val) {
			continue
		}
		addr, ok := other.Addr.(*ssa.FieldAddr)
		if !ok || ssainstr.Resolve(addr.X) != ssainstr.Resolve(s.store.Addr.(*ssa.FieldAddr).X) {
			continue
		}
		pair := setting{fn: s.fn, store: other, field: ssaflow.Field(addr).Origin()}
		if pair.usedIn(s.fn, s.store) {
			return true
		}
	}
	return false
}

// usedIn reports whether a function uses the field on a path to an instruction of it.
func (s setting) usedIn(fn *ssa.Function, at ssa.Instruction) bool {
	for instr := range ssaflow.Instrs(fn) {
		if precedes(instr, at) && (s.loads(instr) || s.below(instr, 3)) {
			return true
		}
	}
	return false
}

// precedes reports whether a may come before b.
func precedes(a, b ssa.Instruction) bool {
	block := a.Block()
	return block == b.Block() && slices.Index(block.Instrs, a) < slices.Index(block.Instrs, b) || ssaflow.Reaches(block, b.Block())
}

// locks reports whether the function acquires a lock before it sets the field: calls of it may meet.
func (s setting) locks() bool {
	return slices.ContainsFunc(ssainstr.Calls(s.fn), func(call ssa.CallInstruction) bool {
		name := ssaflow.Callee(call.Common())
		return (name == "(*sync.Mutex).Lock" || name == "(*sync.RWMutex).Lock") && precedes(call, s.store)
	})
}

// reset reports whether another function sets the field to nil.
func (s setting) reset(p *check.Pass) bool {
	for _, fn := range ssaflow.Of(p.Pass).SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			if fn != s.fn && ssainstr.Cleared(instr) == s.field {
				return true
			}
		}
	}
	return false
}

func (s setting) loads(instr ssa.Instruction) bool {
	load, ok := instr.(*ssa.UnOp)
	return ok && s.loadOf(load)
}

// loadOf reports whether a value is what has been read from the field.
func (s setting) loadOf(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	addr, ok := load.X.(*ssa.FieldAddr)
	return ok && ssaflow.Field(addr).Origin() == s.field
}

// below reports whether a call runs, in place, a function of the package that uses the field.
func (s setting) below(instr ssa.Instruction, depth int) bool {
	call, ok := instr.(*ssa.Call)
	if !ok || depth == 0 {
		return false
	}
	callee := call.Call.StaticCallee()
	if callee == nil || callee == s.fn || callee.Pkg != s.fn.Pkg {
		return false
	}
	for inner := range ssaflow.Instrs(callee) {
		if s.loads(inner) || s.below(inner, depth-1) {
			return true
		}
	}
	return false
}
