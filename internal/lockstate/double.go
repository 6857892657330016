package lockstate

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// A Double is an acquisition of a lock that the goroutine holds already.
type Double struct {
	At   ssa.CallInstruction
	Op   Op
	Held Hold
	Back bool // through a member that points back to the object

	Likely   bool       // through an exported interface with one implementation in the package
	Deferred *ssa.Defer // what would release the lock for the next iteration of a loop, and runs too late
}

// Doubles returns the acquisitions in f of locks that f itself acquired and must still
// hold. Two read locks are one only if the package has a writer that can wait between them.
func (f *Func) Doubles() []Double {
	if !f.relevant() {
		return nil
	}
	list := f.deferredInLoops()
	f.Walk(func(instr ssa.Instruction, held State) {
		call, ok := instr.(ssa.CallInstruction)
		if _, started := instr.(*ssa.Go); !ok || started || len(held) == 0 {
			return
		}
		if callee := f.pkg.Callee(call.Common()); callee != nil && callee.SSA.Parent() != nil {
			return // a literal called in place is looked at for itself
		}
		likely := f.pkg.likelyOps(call.Common())
		for _, op := range slices.Concat(f.pkg.Ops(call.Common()), f.pkg.formatted(call.Common()), likely) {
			h, ok := held.Must(op.Path)
			back := false
			if !ok {
				h, back = f.pkg.throughMember(op, held)
				ok = back
			}
			if !ok || !op.Acquire || op.Try || !op.Sure || op.Read && h.Read && !f.pkg.written(op.Key) {
				continue
			}
			if (back || f.pkg.stable(op.Loads)) && f.pkg.stable(h.Loads) && h.Pos != call.Pos() && f.encloses(h.Pos) && !f.givenAway(h.Path, call) {
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
func (f *Func) deferredInLoops() []Double {
	var list []Double
	for _, d := range f.defers {
		ops, direct := f.pkg.direct(&d.Call)
		if !direct || ops[0].Acquire || !loops(d.Block()) {
			continue
		}
		at := f.acquiredBefore(d, ops[0])
		if at == nil || ops[0].Read && !f.pkg.written(ops[0].Key) || !f.comesBack(d, at, ops[0].Path) {
			continue
		}
		op, _ := f.pkg.direct(&at.Call)
		list = append(list, Double{At: at, Op: op[0], Held: Hold{Op: op[0], Pos: at.Pos(), Must: true}, Deferred: d})
	}
	return list
}

// acquiredBefore returns the acquisition in the block of a deferred release, before it.
func (f *Func) acquiredBefore(d *ssa.Defer, release Op) *ssa.Call {
	var at *ssa.Call
	for _, instr := range d.Block().Instrs {
		if instr == ssa.Instruction(d) {
			return at
		}
		call, ok := instr.(*ssa.Call)
		if !ok {
			continue
		}
		if ops, direct := f.pkg.direct(&call.Call); direct && ops[0].Acquire && !ops[0].Try && ops[0].Lock == release.Lock {
			at = call
		}
	}
	return nil
}

// comesBack reports whether a path leads from one instruction back to another on which
// nothing touches the lock at a path, and the path leads to the same object.
func (f *Func) comesBack(from, to ssa.Instruction, path Path) bool {
	root, _ := path.Root.(ssa.Instruction)
	seen := make(blockSet, len(f.SSA.Blocks))
	var follow func(b *ssa.BasicBlock, index int) bool
	follow = func(b *ssa.BasicBlock, index int) bool {
		for _, instr := range b.Instrs[index:] {
			if instr == to {
				return true
			}
			call, ok := instr.(ssa.CallInstruction)
			if instr == root || ok && slices.ContainsFunc(f.pkg.Ops(call.Common()), func(op Op) bool { return op.Path == path }) {
				return false
			}
		}
		return slices.ContainsFunc(b.Succs, func(succ *ssa.BasicBlock) bool {
			if seen.has(succ) {
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
func (f *Func) givenAway(lock Path, at ssa.Instruction) bool {
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok || f.pkg.Callee(call.Common()) != nil || len(f.pkg.Ops(call.Common())) > 0 || !precedes(instr, at) {
				continue
			}
			for _, arg := range call.Common().Args {
				if f.pkg.place(arg).Path == lock && exempt(callmatch.Deref(unwrapped(arg).Type())) {
					return true
				}
			}
		}
	}
	return false
}

// unwrapped returns the value that an interface was made from.
func unwrapped(v ssa.Value) ssa.Value {
	if mi := madeFrom(v); mi != nil {
		return mi.X
	}
	return v
}

// encloses reports whether pos is in f, or in the function around it if f is a
// literal; what callers hold is reported where they call.
func (f *Func) encloses(pos token.Pos) bool {
	fn := f.outermost()
	return fn.Syntax() != nil && fn.Syntax().Pos() <= pos && pos < fn.Syntax().End()
}

// alone returns f with states that leave callers out of account.
func (f *Func) alone() *Func {
	if f.solo == nil {
		f.solo = &Func{SSA: f.SSA, pkg: f.pkg, defers: f.defers}
	}
	return f.solo
}

// written reports whether the package acquires the lock for writing somewhere.
func (p *Package) written(key string) bool {
	if p.writers == nil {
		p.writers = make(map[string]bool)
		for _, f := range p.Funcs {
			for _, b := range f.SSA.Blocks {
				for _, instr := range b.Instrs {
					call, ok := instr.(ssa.CallInstruction)
					if !ok {
						continue
					}
					if ops, ok := p.direct(call.Common()); ok && ops[0].Acquire && !ops[0].Read {
						p.writers[ops[0].Key] = true
					}
				}
			}
		}
	}
	return key != "" && p.writers[key]
}

// stable reports whether none of the fields, which lead from one object to another, is ever
// changed once its object is built. Else two paths that read the same may lead to different
// objects.
func (p *Package) stable(fields []*types.Var) bool {
	if len(fields) == 0 {
		return true
	}
	if p.changed == nil {
		p.changed = make(map[*types.Var]bool)
		for _, f := range p.Funcs {
			for _, b := range f.SSA.Blocks {
				for _, instr := range b.Instrs {
					if store, ok := instr.(*ssa.Store); ok {
						p.noteStore(store.Addr)
					}
				}
			}
		}
	}
	return !slices.ContainsFunc(fields, func(v *types.Var) bool { return v.Exported() || p.changed[v] })
}

func (p *Package) noteStore(addr ssa.Value) {
	fa, ok := addr.(*ssa.FieldAddr)
	if !ok {
		return
	}
	if pl := p.place(fa); pl.Field != nil && !p.Fresh(pl.Root) {
		p.changed[pl.Field] = true
	}
}

// Fresh reports whether v is an object that the function around it has made.
func (p *Package) Fresh(v ssa.Value) bool {
	_, ok := v.(*ssa.Alloc)
	return ok
}

// Variant returns the name of a method that does what callee does and leaves the lock of op
// to its caller: the same receiver and signature, "Locked" after the name, and no
// acquisition. It returns "" if there is none.
func (f *Func) Variant(callee *ssa.Function, op Op) string {
	recv := callee.Signature.Recv()
	if recv == nil {
		return ""
	}
	lower := strings.ToLower(callee.Name()[:1]) + callee.Name()[1:]
	for _, name := range []string{callee.Name() + "Locked", lower + "Locked", lower} {
		obj, _, _ := types.LookupFieldOrMethod(recv.Type(), true, f.pkg.types, name)
		fn, ok := obj.(*types.Func)
		if !ok || name == callee.Name() || !types.Identical(withoutRecv(fn), withoutRecv(callee.Object().(*types.Func))) {
			continue
		}
		g := f.pkg.byObject[fn.Origin()]
		if g != nil && !slices.ContainsFunc(g.Summary.Effects, func(e Effect) bool { return e.Key == op.Key }) {
			return name
		}
	}
	return ""
}

func withoutRecv(fn *types.Func) *types.Signature {
	sig := fn.Signature()
	return types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic())
}
