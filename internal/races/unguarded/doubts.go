package unguarded

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/order"
	"github.com/lifecyclelint/lifecyclelint/internal/races/requests"
	"github.com/lifecyclelint/lifecyclelint/internal/races/setup"
	"github.com/lifecyclelint/lifecyclelint/internal/races/threads"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// doubt collects what speaks against a race.
func (u *Race) doubt(r *search, m threads.Meeting) {
	add := func(d *verdict.Doubt, a *access.Access, raised bool) {
		if raised && !slices.ContainsFunc(u.Doubts, func(have verdict.DoubtAt) bool { return have.Doubt == d }) {
			u.Doubts = append(u.Doubts, d.At(a.Pos))
		}
	}
	if r.locked != nil {
		add(verdict.MaybeHeld, r.locked, true)
	}
	add(verdict.NoSecondCall, u.Access, threads.OneName(r.p, u.Access, u.Other))
	if u.SetDefault() != nil {
		return // each call changes what others use
	}
	add(verdict.Ordered, u.Access, m.Waited)
	add(verdict.OtherObject, u.Access, m.Other)
	for _, side := range []struct {
		a     *access.Access
		t     *threads.Thread
		other *threads.Thread
	}{{u.Access, u.threads, u.others}, {u.Other, u.others, u.threads}} {
		a := side.a
		add(verdict.Ordered, a, order.AfterAtomic(a) && slices.ContainsFunc(side.other.Frames, tells))
		add(verdict.StaleValue, a, a.Length())
		add(verdict.MaybeHeld, a, slices.ContainsFunc(side.t.Frames[:len(side.t.Frames)-1], leavesLock))
		add(verdict.Alternatives, a, a.Called != nil && a.Write && setup.OnFirstUse(a))
		add(verdict.BeforeSharing, a, setsUpElsewhere(a))
		add(verdict.OwnData, a, side.t.Kind == threads.ByServer && threads.OfReceiver(side.t.Down[0]) && !a.OfPackage() && requests.PerRequest(side.t.Root()))
		add(verdict.Developers, a, slices.ContainsFunc(side.t.Frames, func(fr threads.Frame) bool { return testing(fr.F) }))
		add(verdict.NoCaller, a, side.t.Root().Uncalled && !side.t.Root().SSA.Object().Exported())
		if !threads.Starts(side.t.Frames) && !side.t.Loop && side.t.Kind == threads.ByOthers && m.Strangers {
			add(verdict.BeforeSharing, a, !m.Blocks && configures(r.p, a, side.t, u.Flag))
			own := runsInGoroutine(a, side.t) && !u.Flag
			add(verdict.OwnData, a, own)
			add(verdict.NoSecondCall, a, own)
			add(verdict.Registered, a, a.Write && a.Content && (registers(side.t.Root()) || m.Loop && strings.HasPrefix(side.t.Root().SSA.Name(), "Add")))
		}
	}
	switch {
	case m.Blocks:
		add(verdict.NoSecondCall, u.Access, !lockset.Ends(u.threads.Root()) && !lockset.Ends(u.others.Root()))
	case !m.Started && (!m.Served || u.oneIsCalled()):
		add(verdict.NoSecondCall, u.Access, !handsOutVariable(u.Access))
		add(verdict.BeforeSharing, u.Access, !u.takesContext() && u.Part != access.OneCaller && !u.OnDemand())
	}
}

// tells reports whether a function does something that another goroutine may learn of before it accesses what this one
// has changed: an order has two ends.
func tells(fr threads.Frame) bool {
	for _, b := range fr.F.SSA.Blocks {
		for _, instr := range b.Instrs {
			if order.Signals(instr) || order.OrdersIn(fr.F, instr, order.Signals) {
				return true
			}
		}
	}
	return false
}

// leavesLock reports whether a function below the outermost one leaves the lock to its callers by contract.
func leavesLock(fr threads.Frame) bool { return fr.F.Contract() }

// oneIsCalled reports whether one of the two is made in what importers call.
func (u *Race) oneIsCalled() bool {
	return u.threads.Kind == threads.ByOthers || u.others.Kind == threads.ByOthers
}

// runsInGoroutine reports whether a goroutine of the package runs the function that importers may
// call for an access: they have no reason to call it as well, unless it ends something.
func runsInGoroutine(a *access.Access, t *threads.Thread) bool {
	root := t.Root()
	if lockset.Ends(root) && a.Content {
		return false
	}
	for begins := range root.Runs().Roots {
		if begins.Started() {
			return true
		}
	}
	return false
}

// takesContext reports whether both are made in functions that importers call with a context, as
// those are that serve many callers.
func (u *Race) takesContext() bool {
	for _, t := range []*threads.Thread{u.threads, u.others} {
		params := t.Root().SSA.Signature.Params()
		if params.Len() == 0 || !callmatch.IsType(params.At(0).Type(), "context.Context") {
			return false
		}
	}
	return u.Write && u.Content
}

// OnDemand reports whether both are made for callers that get something from a package variable, which changes
// by that: a cache that is filled where it has no element, or what a method returns which changes its object.
// It is shared from the start, and who asks it sets nothing up.
//
//	var random = rand.New(rand.NewSource(seed))
//
//	func NewID() string { return strconv.Itoa(random.Int()) }
func (u *Race) OnDemand() bool {
	if getsVariable(u.Access) {
		return true
	}
	if !u.Write || !u.Content || !u.ofVariable() || !answersCaller(u.threads.Root()) || !answersCaller(u.others.Root()) {
		return false
	}
	switch write := u.Instr.(type) {
	case *ssa.Call:
		_, builtin := write.Call.Value.(*ssa.Builtin)
		return !builtin && !access.UnusedValue(write)
	case *ssa.MapUpdate:
		return slices.ContainsFunc(u.All, func(a *access.Access) bool {
			found, ok := a.Instr.(*ssa.Lookup)
			return ok && a.Func == u.Func && found.Block() != write.Block() && found.Block().Dominates(write.Block())
		})
	}
	return false
}

// getsVariable reports whether a write gives a package variable the value that it has not got yet, in a function that
// returns something: a single instance, made for the first caller.
//
//	func Log() *Logger {
//		if logger == nil {
//			logger = newLogger()
//		}
//		return logger
//	}
func getsVariable(a *access.Access) bool {
	f := a.Func
	if len(f.Sites) == 1 && f.Known() && !f.Sites[0].Start {
		f = f.Sites[0].Caller
	}
	return a.Write && !a.Content && a.Called == nil && a.OfPackage() && setup.OnFirstUse(a) && answersCaller(f)
}

// handsOutVariable reports whether an exported function without parameters makes the value of a package variable, and
// returns it: callers ask for it wherever they are, and nothing says who has to be the first.
func handsOutVariable(a *access.Access) bool {
	fn, ok := a.Func.SSA.Object().(*types.Func)
	if !ok || !getsVariable(a) || !fn.Exported() || fn.Signature().Params().Len() > 0 {
		return false
	}
	return types.Identical(fn.Signature().Results().At(0).Type(), a.Field.Type())
}

// ofVariable reports whether a package variable is accessed, or what the outermost function has from one.
func (u *Race) ofVariable() bool {
	_, global := u.threads.Down[0].Obj.(*ssa.Global)
	return global || u.OfPackage()
}

// answersCaller reports whether a function returns anything but an error.
func answersCaller(f *lockset.Func) bool {
	results := f.SSA.Signature.Results()
	return results.Len() > 0 && !callmatch.IsError(results.At(0).Type())
}

// testing reports whether f is a helper of tests, by what it takes.
func testing(f *lockset.Func) bool {
	params := f.SSA.Signature.Params()
	for i := range params.Len() {
		if callmatch.TypeName(callmatch.Deref(params.At(i).Type())) == "testing.T" {
			return true
		}
	}
	return false
}

// configures reports whether an access, in what importers call, may make the object ready before a
// goroutine has it.
func configures(p *lockset.Package, a *access.Access, t *threads.Thread, flag bool) bool {
	if a.Ready || setup.Assembles(p, a) || setup.Method(a.Func) {
		return true
	}
	root := t.Root()
	return a.Write && !a.Content && !flag && !lockset.Ends(root) || setup.ByName(root) && a.Write
}

// registers reports whether f adds to what an object has before it works, by its name.
func registers(f *lockset.Func) bool {
	return slices.ContainsFunc(registerWords, func(word string) bool { return strings.HasPrefix(f.SSA.Name(), word) })
}

// registerWords begin the names of methods that are called while a program is set up.
var registerWords = []string{"Register", "Handle", "On", "Use", "Mount", "With", "Set", "Init", "Configure", "Option"}
