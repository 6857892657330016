package lockuse

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A Same is the acquisition of the lock of one argument while the same lock of another one
// is held: a call with the two exchanged acquires them in the other order.
type Same struct {
	Func *lockset.Func
	At   ssa.CallInstruction
	Op   lockset.Op
	Held lockset.Hold
}

// Sames returns such acquisitions in f. What settles the order, a comparison of the two, or that
// one of them leads to the other, makes it none.
func Sames(f *lockset.Func) []Same {
	if !f.Relevant() {
		return nil
	}
	var list []Same
	f.Walk(func(instr ssa.Instruction, held lockset.State) {
		call, ok := instr.(*ssa.Call)
		if !ok || len(held) == 0 {
			return
		}
		ops, _ := f.Pkg.Direct(&call.Call)
		for _, op := range ops {
			h, ok := sameField(f, op, held)
			if ok && op.Acquire && !op.Try && !(op.Read && h.Read) && lockset.Together(f, f) {
				list = append(list, Same{f, call, op, h})
			}
		}
	})
	return list
}

// sameField returns the lock that is held of the same field of another argument.
func sameField(f *lockset.Func, op lockset.Op, held lockset.State) (lockset.Hold, bool) {
	second, by := argumentOf(op.Root)
	if second == nil || op.Key == "" {
		return lockset.Hold{}, false
	}
	for _, h := range held.Held() {
		first, alike := argumentOf(h.Root)
		if first == nil || first == second || alike != by || h.Key != op.Key || h.Fields != op.Fields || first.Parent() != second.Parent() || !f.Encloses(h.Pos) {
			continue
		}
		if !settles(f, first, second) && !settlesAround(f, first, second) && !compares(f, h.Root, op.Root) {
			return h, true
		}
	}
	return lockset.Hold{}, false
}

// argumentOf returns the argument that has a lock, or by which a function finds what has it, and that function.
//
//	a, b := s.shard(from), s.shard(to)
func argumentOf(root ssa.Value) (arg *ssa.Parameter, by *ssa.Function) {
	if part, ok := root.(*ssa.Extract); ok {
		root = part.Tuple
	}
	switch root := root.(type) {
	case *ssa.Parameter:
		return root, nil
	case *ssa.Call:
		callee := root.Call.StaticCallee()
		if callee == nil || len(root.Call.Args) == 0 || returnsNew(callee) {
			return nil, nil
		}
		arg, _ = root.Call.Args[len(root.Call.Args)-1].(*ssa.Parameter)
		if callee.Signature.Recv() != nil && len(root.Call.Args) == 1 {
			return nil, nil // of the argument itself, which may make something
		}
		return arg, callee
	}
	return nil, nil
}

// returnsNew reports whether a function returns what it has made: no other call has that.
func returnsNew(fn *ssa.Function) bool {
	for ret := range ssaflow.Returns(fn) {
		if slices.ContainsFunc(ret.Results, func(v ssa.Value) bool { _, alloc := v.(*ssa.Alloc); return alloc }) {
			return true
		}
	}
	return false
}

// compares reports whether f asks which of two values, or of what it reads of them, is the greater one.
func compares(f *lockset.Func, x, y ssa.Value) bool {
	for instr := range ssaflow.Instrs(f.SSA) {
		op, ok := instr.(*ssa.BinOp)
		if !ok || op.Op != token.LSS && op.Op != token.LEQ && op.Op != token.GTR && op.Op != token.GEQ {
			continue
		}
		if computed(f.Pkg, op.X, x) && computed(f.Pkg, op.Y, y) || computed(f.Pkg, op.X, y) && computed(f.Pkg, op.Y, x) {
			return true
		}
	}
	return false
}

// settlesAround does the same for the function of the parameters, where f is a literal that captures them.
func settlesAround(f *lockset.Func, x, y *ssa.Parameter) bool {
	around := f.Pkg.ByFunc[x.Parent()]
	return around != nil && around != f && settles(around, x, y)
}

// settles reports whether f compares what it reads of two arguments, other than for being the
// same, or puts one into the other.
func settles(f *lockset.Func, x, y ssa.Value) bool {
	if compares(f, x, y) {
		return true
	}
	of := func(v ssa.Value, of ssa.Value) bool { return v != nil && f.Pkg.Place(v).Root == of }
	for instr := range ssaflow.Instrs(f.SSA) {
		switch instr := instr.(type) {
		case *ssa.Store:
			if of(instr.Addr, x) && of(instr.Val, y) || of(instr.Addr, y) && of(instr.Val, x) {
				return true
			}
		case *ssa.MapUpdate:
			if of(instr.Map, x) && of(instr.Value, y) || of(instr.Map, y) && of(instr.Value, x) {
				return true
			}
		}
	}
	return false
}

// computed reports whether v is computed from what root leads to.
func computed(p *lockset.Package, v, root ssa.Value) bool {
	var from func(v ssa.Value, depth int) bool
	from = func(v ssa.Value, depth int) bool {
		if v == root || p.Place(v).Root == root {
			return true
		}
		instr, ok := v.(ssa.Instruction)
		if !ok || depth == 0 {
			return false
		}
		for _, op := range instr.Operands(nil) {
			if *op != nil && from(*op, depth-1) {
				return true
			}
		}
		return false
	}
	return from(v, 6)
}
