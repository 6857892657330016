package holding

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// surely reports whether some lock is held at an instruction on every path, by the function
// or by the starter of its goroutine, which waits for it.
func surely(f *lockset.Func, at ssa.Instruction) bool {
	for _, h := range f.At(at) {
		if h.Must && !h.Permit || h.Inherited {
			return true
		}
	}
	return false
}

// Maybe reports whether any lock may be held at an instruction.
func Maybe(f *lockset.Func, at ssa.Instruction) bool {
	return f.At(at).Locked()
}

// MayHold reports whether any lock may be held at an instruction of the package,
// by the function around it or by callers of that.
func MayHold(p *lockset.Package, instr ssa.Instruction) bool {
	f := p.ByFunc[instr.Parent()]
	return f != nil && Maybe(f, instr)
}

// MayBeLocked reports whether a lock is held at an access, or may be: by the callers of the function, by
// what runs a literal, or by one that another package acquires.
func MayBeLocked(a *access.Access) bool {
	return len(a.Held) > 0 || a.Maybe || len(a.Callers) > 0 || madeUnderLock(a.Func) || len(RunUnderLock(a.Func)) > 0 || a.Called != nil && namesLock(a.Func)
}

// BySome reports whether some callers of the function hold a lock at an access, others do not, and nothing else may.
func BySome(a *access.Access) bool {
	return len(a.Callers) > 0 && len(a.Held) == 0 && !a.Maybe && a.Part != access.OneCaller && !madeUnderLock(a.Func) && len(RunUnderLock(a.Func)) == 0
}

// Covered reports whether a lock is held at an access, or may be, whoever calls its function.
func Covered(a *access.Access) bool { return MayBeLocked(a) && !BySome(a) }

// namesLock reports whether f calls anything by which one goroutine at a time gets on, by its name.
func namesLock(f *lockset.Func) bool {
	for instr := range ssaflow.Instrs(f.SSA) {
		if call, ok := instr.(ssa.CallInstruction); ok {
			if fn, _ := f.Pkg.Target(call.Common()); fn != nil && catalog.Exclusive[fn.Name()] {
				return true
			}
		}
	}
	return false
}
