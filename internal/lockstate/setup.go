package lockstate

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// startedAfter reports whether each goroutine that begins with f is started after one of
// the writes.
func (f *Func) startedAfter(writes []*Access) bool {
	for _, s := range f.sites {
		if !s.start {
			continue
		}
		behind := false
		for _, w := range writes {
			behind = behind || w.Func == s.caller && precedes(w.Instr, s.instr) || w.Func.calledBefore(s)
		}
		if !behind {
			return false
		}
	}
	return true
}

// calledBefore reports whether the starter of a goroutine has always called f before.
func (f *Func) calledBefore(start site) bool {
	return slices.ContainsFunc(f.sites, func(s site) bool {
		return !s.start && s.caller == start.caller && before(s.instr, start.instr)
	})
}

// starters are methods by which an object begins to be used.
var starters = map[string]bool{"start": true, "open": true, "setup": true}

// fromSetup reports whether the package calls f without the lock of a key only to set
// something up: from a constructor, a method that initializes an object, a function that
// starts its goroutines after the call, or one that is itself called so.
func (f *Func) fromSetup(key string, seen map[*Func]bool) bool {
	if seen[f] || len(f.sites) == 0 || f.started() {
		return false
	}
	seen[f] = true
	setup := false
	for _, s := range f.sites {
		switch {
		case !s.start && slices.Contains(s.caller.keysAt(s.instr), key):
		case s.start || s.caller.mayHaveStarted(s.instr):
			return false
		case s.caller.setsUpOthers(), s.caller.startsBehind(s.instr), s.caller.fromSetup(key, seen):
			setup = true
		default:
			return false
		}
	}
	return setup
}

// setsUpOthers reports whether f makes something ready, by its name.
func (f *Func) setsUpOthers() bool {
	name := strings.ToLower(f.SSA.Name())
	constructs := strings.HasPrefix(name, "new") && f.SSA.Signature.Recv() == nil
	return f.SSA.Parent() == nil && (starters[name] || constructs || strings.HasPrefix(name, "init")) || f.inMain()
}

// startsBehind reports whether f starts a goroutine after an instruction, itself or in what
// it calls, which then works: one that returns proves nothing about what was before.
func (f *Func) startsBehind(at ssa.Instruction) bool {
	for instr := range ssaflow.Instrs(f.SSA) {
		if f.pkg.leadsToStart(instr) && !f.pkg.startsErrand(instr) && precedes(at, instr) && !precedes(instr, at) {
			return true
		}
	}
	return false
}

// startsErrand reports whether an instruction starts a goroutine that does one thing: a
// literal that waits for nothing in a loop, itself or in what it calls in the package, and
// does not serve.
func (p *Package) startsErrand(instr ssa.Instruction) bool {
	start, ok := instr.(*ssa.Go)
	if !ok {
		return false
	}
	f := p.Callee(start.Common())
	return f != nil && f.SSA.Parent() != nil && !f.stays(2)
}

// stays reports whether f may run for as long as its object: it waits in a loop, or it never
// returns, or it calls what serves.
func (f *Func) stays(depth int) bool {
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Select, *ssa.Send:
				if loops(b) {
					return true
				}
			case *ssa.UnOp:
				if instr.Op == token.ARROW && loops(b) {
					return true
				}
			case *ssa.Call:
				callee := f.pkg.Callee(&instr.Call)
				if callee != nil && depth > 0 && callee.stays(depth-1) || callee == nil && (loops(b) || serving(&instr.Call)) {
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
func (p *Package) readies(a *Access) bool {
	f := a.Func
	if f.SSA.Signature.Recv() == nil || a.Owner.Root != f.SSA.Params[0] || f.started() || f.locksOwn() {
		return false
	}
	if starters[strings.ToLower(f.SSA.Name())] || f.chains() {
		return true
	}
	set := make(map[*types.Var]bool)
	for _, w := range p.Accesses() {
		if w.Func == f && w.Write && !w.Content && w.Owner == a.Owner && !loops(w.Instr.Block()) {
			set[w.Field] = true
		}
	}
	read := make(map[*types.Var]bool)
	for _, other := range p.Accesses() {
		if other.Func == f || other.Fresh || !set[other.Field] {
			continue
		}
		switch {
		case !other.Write:
			read[other.Field] = true
		case other.Func.locksOwn() || len(other.Held) > 0 || other.maybe:
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
func (f *Func) chains() bool {
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

// locksOwn reports whether f, a method, itself acquires a lock of its receiver.
func (f *Func) locksOwn() bool {
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			ops, ok := f.pkg.direct(call.Common())
			if ok && ops[0].Acquire && ops[0].Path.Root == f.SSA.Params[0] {
				return true
			}
		}
	}
	return false
}
