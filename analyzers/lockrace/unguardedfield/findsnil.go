package unguardedfield

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/unguarded"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// findsNil reports whether one of the two accesses dereferences a pointer that may still be nil: nothing but
// a goroutine sets the field, which no function that makes the object does.
//
//	func (s *service) watch() { …; s.puncher = newPuncher() } // a goroutine
//	func (s *service) Close() { s.puncher.Close() }
func findsNil(u *unguarded.Race) bool {
	read, write := u.Access, u.Other
	if read.Write {
		read, write = write, read
	}
	load, ok := read.Instr.(*ssa.UnOp)
	if read.Write || !write.Write || !ok || load.Op != token.MUL || write.Empties() || read.Content || write.Content {
		return false
	}
	others := slices.ContainsFunc(access.Of(read.Func.Pkg), func(a *access.Access) bool {
		return a.Field == read.Field && a.Write && a.Instr != write.Instr
	})
	return !others && dereferences(load) && !testsNil(read)
}

// dereferences reports whether a method of a loaded pointer or interface is called, or a field of it accessed.
func dereferences(load *ssa.UnOp) bool {
	return slices.ContainsFunc(ssabuild.Referrers(load), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			return ref.X == ssa.Value(load)
		case ssa.CallInstruction:
			call := ref.Common()
			return call.IsInvoke() && call.Value == ssa.Value(load) ||
				call.Signature().Recv() != nil && len(call.Args) > 0 && call.Args[0] == ssa.Value(load)
		}
		return false
	})
}

// testsNil reports whether the function of an access compares the field with nil.
func testsNil(a *access.Access) bool {
	return slices.ContainsFunc(access.Of(a.Func.Pkg), func(b *access.Access) bool {
		load, ok := b.Instr.(*ssa.UnOp)
		if !ok || b.Field != a.Field || b.Func != a.Func {
			return false
		}
		return slices.ContainsFunc(ssabuild.Referrers(load), func(ref ssa.Instruction) bool {
			cmp, ok := ref.(*ssa.BinOp)
			return ok && (lockset.IsNilConst(cmp.X) || lockset.IsNilConst(cmp.Y))
		})
	})
}
