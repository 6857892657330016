package races

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
	"github.com/lifecyclelint/lifecyclelint/internal/races/requests"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// startedAfter reports whether each goroutine that begins with f is started after one of
// the writes.
func startedAfter(f *lockset.Func, writes []*access.Access) bool {
	for _, s := range f.Sites {
		if !s.Start {
			continue
		}
		behind := false
		for _, w := range writes {
			behind = behind || w.Func == s.Caller && lockset.Precedes(w.Instr, s.Instr) || calledBefore(w.Func, s)
		}
		if !behind {
			return false
		}
	}
	return true
}

// calledBefore reports whether the starter of a goroutine has always called f before.
func calledBefore(f *lockset.Func, start lockset.Site) bool {
	return slices.ContainsFunc(f.Sites, func(s lockset.Site) bool {
		return !s.Start && s.Caller == start.Caller && before(s.Instr, start.Instr)
	})
}

// starters are methods by which an object begins to be used.
var starters = map[string]bool{"start": true, "open": true, "setup": true}

// fromSetup reports whether the package calls f without the lock of a key only to set
// something up: from a constructor, a method that initializes an object, a function that
// starts its goroutines after the call, or one that is itself called so. What is given a request
// sets nothing up: it works, for many at once.
func fromSetup(f *lockset.Func, key string, seen map[*lockset.Func]bool) bool {
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
		case setsUpOthers(s.Caller), startsBehind(s.Caller, s.Instr), fromSetup(s.Caller, key, seen):
			setup = true
		default:
			return false
		}
	}
	return setup
}

// setsUpOthers reports whether f makes something ready, by its name.
func setsUpOthers(f *lockset.Func) bool {
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
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
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

// readies reports whether the access is made by a method that initializes the object,
// before anything else uses it: it takes none of the object's locks, and is called so, or
// is one of a chain, or sets fields that others read, and that only methods like it set.
func readies(p *lockset.Package, a *access.Access) bool {
	known := lockset.Memo[readyAccesses](p)
	if *known == nil {
		*known = make(readyAccesses)
	}
	if _, ok := (*known)[a]; !ok {
		(*known)[a] = makesReady(p, a)
	}
	return (*known)[a]
}

// readyAccesses says what [readies] has said.
type readyAccesses map[*access.Access]bool

func makesReady(p *lockset.Package, a *access.Access) bool {
	f := a.Func
	if f.SSA.Signature.Recv() == nil || a.Owner.Root != f.SSA.Params[0] || f.Started() || holding.LocksOwn(f) {
		return false
	}
	if starters[strings.ToLower(f.SSA.Name())] || chains(f) {
		return true
	}
	set := make(map[*types.Var]bool)
	for _, w := range access.Of(p) {
		if w.Func == f && w.Write && !w.Content && w.Owner == a.Owner && !lockset.Loops(w.Instr.Block()) {
			set[w.Field] = true
		}
	}
	read := make(map[*types.Var]bool)
	for _, other := range access.Of(p) {
		if other.Func == f || other.Fresh || !set[other.Field] {
			continue
		}
		switch {
		case !other.Write:
			read[other.Field] = true
		case holding.LocksOwn(other.Func) || len(other.Held) > 0 || other.Maybe:
			delete(set, other.Field)
		}
	}
	n := 0
	for field := range set {
		if read[field] {
			n++
		}
	}
	return n > 1
}

// chains reports whether f, a method, always returns its receiver, as those do that are
// chained to a constructor: New().WithRetries(3).
func chains(f *lockset.Func) bool {
	if f.SSA.Signature.Results().Len() != 1 {
		return false
	}
	for _, b := range f.SSA.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && ret.Results[0] != f.SSA.Params[0] {
			return false
		}
	}
	return true
}
