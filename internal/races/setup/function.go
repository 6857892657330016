package setup

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
	"github.com/lifecyclelint/lifecyclelint/internal/races/requests"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// Method reports whether f is a method that is called while its object is set up.
func Method(f *lockset.Func) bool {
	sig := f.SSA.Signature
	return sig.Recv() != nil && sig.Params().Len() == 1 &&
		catalog.SetupMethods[f.SSA.Name()] == types.TypeString(sig.Params().At(0).Type(), nil)
}

// starters are methods by which an object begins to be used.
var starters = map[string]bool{"start": true, "open": true, "setup": true}

// Called reports whether the package calls f without the lock of a key only to set
// something up: from a constructor, a method that initializes an object, a function that
// starts its goroutines after the call, or one that is itself called so. What is given a request
// sets nothing up: it works, for many at once.
func Called(f *lockset.Func, key string) bool { return calledSo(f, key, make(map[*lockset.Func]bool)) }

func calledSo(f *lockset.Func, key string, seen map[*lockset.Func]bool) bool {
	if seen[f] || len(f.Sites) == 0 || f.Started() {
		return false
	}
	seen[f] = true
	setup := false
	for _, s := range f.Sites {
		switch {
		case !s.Start && slices.Contains(holding.KeysAt(s.Caller, s.Instr), key):
		case s.Start || requests.Gets(s.Caller.SSA) || mayHaveStarted(s.Caller, s.Instr):
			return false
		case ByName(s.Caller), startsBehind(s.Caller, s.Instr), calledSo(s.Caller, key, seen):
			setup = true
		default:
			return false
		}
	}
	return setup
}

// ByName reports whether f makes something ready, by its name.
func ByName(f *lockset.Func) bool {
	name := strings.ToLower(f.SSA.Name())
	constructs := strings.HasPrefix(name, "new") && f.SSA.Signature.Recv() == nil
	return f.SSA.Parent() == nil && (starters[name] || constructs || strings.HasPrefix(name, "init")) || f.InMain()
}

// startsBehind reports whether f starts a goroutine after an instruction, itself or in what
// it calls, which then works: one that returns proves nothing about what was before.
func startsBehind(f *lockset.Func, at ssa.Instruction) bool {
	for instr := range ssaflow.Instrs(f.SSA) {
		if leadsToStart(f.Pkg, instr) && !startsErrand(f.Pkg, instr) && lockset.Precedes(at, instr) && !lockset.Precedes(instr, at) {
			return true
		}
	}
	return false
}

// startsErrand reports whether an instruction starts a goroutine that does one thing: a
// literal that waits for nothing in a loop, itself or in what it calls in the package, and
// does not serve.
func startsErrand(p *lockset.Package, instr ssa.Instruction) bool {
	start, ok := instr.(*ssa.Go)
	if !ok {
		return false
	}
	f := p.Callee(start.Common())
	return f != nil && f.SSA.Parent() != nil && !stays(f, 2)
}

// stays reports whether f may run for as long as its object: it waits in a loop, or it never
// returns, or it calls what serves.
func stays(f *lockset.Func, depth int) bool {
	for instr := range ssaflow.Instrs(f.SSA) {
		b := instr.Block()
		switch instr := instr.(type) {
		case *ssa.Select, *ssa.Send:
			if lockset.Loops(b) {
				return true
			}
		case *ssa.UnOp:
			if instr.Op == token.ARROW && lockset.Loops(b) {
				return true
			}
		case *ssa.Call:
			callee := f.Pkg.Callee(&instr.Call)
			if callee != nil && depth > 0 && stays(callee, depth-1) || callee == nil && (lockset.Loops(b) || serving(&instr.Call)) {
				return true
			}
		}
	}
	return false
}

// serving reports whether a call of another package's function serves, by its name.
func serving(call *ssa.CallCommon) bool {
	name := ""
	if call.IsInvoke() {
		name = call.Method.Name()
	} else if fn := call.StaticCallee(); fn != nil {
		name = fn.Name()
	}
	return slices.ContainsFunc([]string{"Serve", "Listen", "Run", "Start", "Accept", "Watch"}, func(word string) bool { return strings.HasPrefix(name, word) })
}
