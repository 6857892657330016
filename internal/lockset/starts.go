package lockset

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// Starts reports whether an instruction starts a goroutine: a go statement, or a call
// such as that of (*sync.WaitGroup).Go.
func (p *Package) Starts(instr ssa.Instruction) bool {
	_, ok := instr.(*ssa.Go)
	return ok || StartsGoroutine(instr)
}

func StartsGoroutine(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil {
		return false
	}
	fn, ok := call.Call.StaticCallee().Object().(*types.Func)
	_, starts := catalog.Starters[callmatch.Name(fn)]
	return ok && starts
}

// Spawned returns the function of the package that a call runs in a goroutine of its own,
// nil for other calls.
//
//	group.Go(func() error { … })
func (p *Package) Spawned(call *ssa.CallCommon) *Func {
	if begun := p.Begun(call); begun != nil {
		return p.Callee(begun)
	}
	return nil
}

// Begun returns the call of the function that a call runs in a goroutine of its own, nil for
// other calls.
func (p *Package) Begun(call *ssa.CallCommon) *ssa.CallCommon {
	fn, args := p.Target(call)
	if fn == nil {
		return nil
	}
	if _, scheduled := catalog.Schedulers[callmatch.Name(fn)]; scheduled {
		return p.scheduled(args)
	}
	starter, ok := catalog.Starters[callmatch.Name(fn)]
	if !ok {
		return nil
	}
	i := starter.Arg
	if fn.Signature().Recv() != nil {
		i++
	}
	if i >= len(args) {
		return nil
	}
	return p.calling(args[i])
}

// scheduled returns the call of the function that a scheduler is given, which it runs in a goroutine of its
// own. It need not do so yet when the call returns: a constructor that passes its object there may still make
// it ready.
//
//	viper.OnConfigChange(func(fsnotify.Event) { … })
func (p *Package) scheduled(args []ssa.Value) *ssa.CallCommon {
	for _, arg := range args {
		if _, isFunc := arg.Type().Underlying().(*types.Signature); isFunc {
			return p.calling(arg)
		}
	}
	return nil
}

// Handles reports whether fn has the signature by which a server calls it, once for each
// request, in many goroutines and with no lock held.
func Handles(fn *ssa.Function) bool {
	params := fn.Signature.Params()
	for i := range params.Len() {
		name := callmatch.TypeName(callmatch.Deref(params.At(i).Type()))
		if name == "net/http.ResponseWriter" || catalog.RequestContexts[name] {
			return true
		}
	}
	return false
}

// runsElsewhere is how often code may run at the same time as itself and as others.
type runsElsewhere struct {
	Roots  map[*Func]bool // where the goroutines begin that it runs in
	unseen bool           // there may be others
}

// Runs returns where f runs.
func (f *Func) Runs() *runsElsewhere {
	if f.ran == nil {
		r := &runsElsewhere{Roots: make(map[*Func]bool)}
		f.Roots(r.Roots, make(map[*Func]bool))
		r.unseen = r.Roots[nil]
		delete(r.Roots, nil)
		f.ran = r
	}
	return f.ran
}

// many reports whether several goroutines may run f, a root, at the same time: any
// goroutine may call it, or it is started more than once.
func (f *Func) many() bool {
	switch {
	case f.SSA.Name() == "main" && f.SSA.Pkg != nil && f.SSA.Pkg.Pkg.Name() == "main", f.SSA.Name() == "init":
		return false
	case f.Root:
		return !f.Serves()
	}
	return f.repeated(make(map[*Func]bool))
}

// repeated reports whether f is called or started from several places, in a loop, or by a
// function that is. One that importers call is taken to be called once.
func (f *Func) repeated(seen map[*Func]bool) bool {
	if len(f.Sites) != 1 || seen[f] {
		return true
	}
	seen[f] = true
	s := f.Sites[0]
	if s.Began != nil {
		s = *s.Began
	}
	return Loops(s.Instr.Block()) || !s.Caller.Root && !s.Caller.InMain() && s.Caller.repeated(seen)
}

// Together reports whether two pieces of code may run at the same time: they begin in
// different goroutines, or in one that there may be several of.
func Together(a, b *Func) bool {
	x, y := a.Runs(), b.Runs()
	if x.unseen || y.unseen {
		return true
	}
	for r := range x.Roots {
		for s := range y.Roots {
			if r != s || r.many() {
				return true
			}
		}
	}
	return false
}

// SizeIs reports whether a channel is known to have a buffer of n.
func SizeIs(mk *ssa.MakeChan, n int64) bool {
	size, ok := mk.Size.(*ssa.Const)
	return ok && size.Value != nil && constant.Compare(size.Value, token.EQL, constant.MakeInt64(n))
}
