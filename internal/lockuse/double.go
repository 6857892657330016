package lockuse

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
)

// A Double is an acquisition of a lock that the goroutine holds already.
type Double struct {
	At   ssa.CallInstruction
	Op   lockset.Op
	Held lockset.Hold
	Back bool // through a member that points back to the object

	Among    bool       // as the lock of an element of what may hold the object
	Likely   bool       // through an exported interface with one implementation in the package
	Deferred *ssa.Defer // what would release the lock for the next iteration of a loop, and runs too late
}

// Doubles returns the acquisitions in f of locks that f itself acquired and must still
// hold. Two read locks are one only if the package has a writer that can wait between them.
func Doubles(f *lockset.Func) []Double {
	if !f.Relevant() {
		return nil
	}
	list := append(deferredInLoops(f), among(f)...)
	f.Walk(func(instr ssa.Instruction, held lockset.State) {
		call, ok := instr.(ssa.CallInstruction)
		if _, started := instr.(*ssa.Go); !ok || started || len(held) == 0 {
			return
		}
		if callee := f.Pkg.Callee(call.Common()); callee != nil && callee.SSA.Parent() != nil {
			return // a literal called in place is looked at for itself
		}
		likely := f.Pkg.LikelyOps(call.Common())
		for _, op := range slices.Concat(f.Pkg.Ops(call.Common()), f.Pkg.Formatted(call.Common()), likely) {
			h, ok := held.Must(op.Path)
			back := false
			if !ok {
				h, back = throughMember(f.Pkg, op, held)
				ok = back
			}
			if !ok || !op.Acquire || op.Try || !op.Sure || op.Read && h.Read && !holding.Written(f.Pkg, op.Key) {
				continue
			}
			if (back || stable(f.Pkg, op.Loads)) && stable(f.Pkg, h.Loads) && h.Pos != call.Pos() && f.Encloses(h.Pos) && !givenAway(f, h.Path, call) {
				list = append(list, Double{At: call, Op: op, Held: h, Back: back, Likely: len(likely) > 0})
				break
			}
		}
	})
	return list
}

// deferredInLoops returns the acquisitions in a loop whose release is deferred, and so does not
// run before the next iteration acquires the lock again:
//
//	for v := range in {
//		s.mu.Lock()
//		defer s.mu.Unlock()
//	}
func deferredInLoops(f *lockset.Func) []Double {
	var list []Double
	for _, d := range f.Defers {
		ops, direct := f.Pkg.Direct(&d.Call)
		if !direct || ops[0].Acquire || !lockset.Loops(d.Block()) {
			continue
		}
		at := acquiredBefore(f, d, ops[0])
		if at == nil || ops[0].Read && !holding.Written(f.Pkg, ops[0].Key) || !comesBack(f, d, at, ops[0].Path) {
			continue
		}
		op, _ := f.Pkg.Direct(&at.Call)
		list = append(list, Double{At: at, Op: op[0], Held: lockset.Hold{Op: op[0], Pos: at.Pos(), Must: true}, Deferred: d})
	}
	return list
}

// acquiredBefore returns the acquisition in the block of a deferred release, before it.
func acquiredBefore(f *lockset.Func, d *ssa.Defer, release lockset.Op) *ssa.Call {
	var at *ssa.Call
	for _, instr := range d.Block().Instrs {
		if instr == ssa.Instruction(d) {
			return at
		}
		call, ok := instr.(*ssa.Call)
		if !ok {
			continue
		}
		if ops, direct := f.Pkg.Direct(&call.Call); direct && ops[0].Acquire && !ops[0].Try && ops[0].Lock == release.Lock {
			at = call
		}
	}
	return nil
}

// comesBack reports whether a path leads from one instruction back to another on which
// nothing touches the lock at a path, and the path leads to the same object.
func comesBack(f *lockset.Func, from, to ssa.Instruction, path lockset.Path) bool {
	root, _ := path.Root.(ssa.Instruction)
	seen := make(lockset.BlockSet, len(f.SSA.Blocks))
	var follow func(b *ssa.BasicBlock, index int) bool
	follow = func(b *ssa.BasicBlock, index int) bool {
		for _, instr := range b.Instrs[index:] {
			if instr == to {
				return true
			}
			call, ok := instr.(ssa.CallInstruction)
			if instr == root || ok && slices.ContainsFunc(f.Pkg.Ops(call.Common()), func(op lockset.Op) bool { return op.Path == path }) {
				return false
			}
		}
		return slices.ContainsFunc(b.Succs, func(succ *ssa.BasicBlock) bool {
			if seen.Has(succ) {
				return false
			}
			seen[succ.Index] = true
			return follow(succ, 0)
		})
	}
	return !strings.Contains(path.Fields, "[") && follow(from.Block(), slices.Index(from.Block().Instrs, from)+1)
}

// givenAway reports whether the lock itself is passed, before at, to a function of which
// nothing is known, or through an interface, which may release it.
func givenAway(f *lockset.Func, lock lockset.Path, at ssa.Instruction) bool {
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok || f.Pkg.Callee(call.Common()) != nil || len(f.Pkg.Ops(call.Common())) > 0 || !lockset.Precedes(instr, at) {
				continue
			}
			for _, arg := range call.Common().Args {
				if f.Pkg.Place(arg).Path == lock && access.Exempt(callmatch.Deref(unwrapped(arg).Type())) {
					return true
				}
			}
		}
	}
	return false
}

// unwrapped returns the value that an interface was made from.
func unwrapped(v ssa.Value) ssa.Value {
	if mi := lockset.MadeFrom(v); mi != nil {
		return mi.X
	}
	return v
}

// alone returns f with states that leave callers out of account.
func alone(f *lockset.Func) *lockset.Func {
	if memoOf(f).solo == nil {
		memoOf(f).solo = &lockset.Func{SSA: f.SSA, Pkg: f.Pkg, Defers: f.Defers}
	}
	return memoOf(f).solo
}

// stable reports whether none of the fields, which lead from one object to another, is ever
// changed once its object is built. Else two paths that read the same may lead to different
// objects.
func stable(p *lockset.Package, fields []*types.Var) bool {
	if len(fields) == 0 {
		return true
	}
	if memo(p).changed == nil {
		memo(p).changed = make(map[*types.Var]bool)
		for _, f := range p.Funcs {
			for _, b := range f.SSA.Blocks {
				for _, instr := range b.Instrs {
					if store, ok := instr.(*ssa.Store); ok {
						noteStore(p, store.Addr)
					}
				}
			}
		}
	}
	return !slices.ContainsFunc(fields, func(v *types.Var) bool { return v.Exported() || memo(p).changed[v] })
}

func noteStore(p *lockset.Package, addr ssa.Value) {
	fa, ok := addr.(*ssa.FieldAddr)
	if !ok {
		return
	}
	if pl := p.Place(fa); pl.Field != nil && !Fresh(p, pl.Root) {
		memo(p).changed[pl.Field] = true
	}
}

// Fresh reports whether v is an object that the function around it has made.
func Fresh(p *lockset.Package, v ssa.Value) bool {
	_, ok := v.(*ssa.Alloc)
	return ok
}

// Variant returns the name of a method that does what callee does and leaves the lock of op
// to its caller: the same receiver and signature, "Locked" after the name, and no
// acquisition. It returns "" if there is none.
func Variant(f *lockset.Func, callee *ssa.Function, op lockset.Op) string {
	recv := callee.Signature.Recv()
	if recv == nil {
		return ""
	}
	lower := strings.ToLower(callee.Name()[:1]) + callee.Name()[1:]
	for _, name := range []string{callee.Name() + "Locked", lower + "Locked", lower} {
		obj, _, _ := types.LookupFieldOrMethod(recv.Type(), true, f.Pkg.Types, name)
		fn, ok := obj.(*types.Func)
		if !ok || name == callee.Name() || !types.Identical(lockset.WithoutRecv(fn), lockset.WithoutRecv(callee.Object().(*types.Func))) {
			continue
		}
		g := f.Pkg.ByObject[fn.Origin()]
		if g != nil && !slices.ContainsFunc(g.Summary.Effects, func(e lockset.Effect) bool { return e.Key == op.Key }) {
			return name
		}
	}
	return ""
}
