// Package resource determines what becomes of a value that has to be closed: a file, a
// connection, a response body, a transaction. It follows the value through the function
// that opens it, on all paths, and returns on which returns it is still open, and where it
// is closed or passed to other code.
//
// It reports nothing, and works on the SSA form of one package.
package resource

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// An Opening is an instruction, a call mostly, after which Value has to be closed.
type Opening struct {
	At    ssa.Instruction
	Value ssa.Value              // nil where nothing stands for it but Pair
	Err   ssa.Value              // the error of opening: nothing is open where it is one; nil if there is none
	Ends  func(name string) bool // reports whether a method or function of that name closes it
	Part  string                 // the field of Value that has to be closed, "" for Value itself
	// Also are other values that stand for what is open, where Value is none: an ID, a channel.
	Also []ssa.Value
	// Pair reports whether a call ends it without being given Value; nil where none does.
	Pair func(call *ssa.CallCommon) bool
	// Drains says that Next closes it when it returns false.
	Drains bool
	// FailureCloses has the methods that close it where they return an error.
	FailureCloses map[string]bool
	// Path says that Value is a path, or a file that has one: strings made of it stand for it as well.
	Path bool
	// CalleesBorrow says that other packages which get the value as an argument use it, and leave it
	// to the caller to close it, unless their name says otherwise.
	CalleesBorrow bool
	// GoroutinesBorrow says that a goroutine of which the code is known, and that only uses the value, leaves
	// it to the function that starts it to close it.
	GoroutinesBorrow bool
}

// Result returns the i-th result of a call, nil if it is dropped.
func Result(call *ssa.Call, i int) ssa.Value {
	if _, several := call.Type().(*types.Tuple); !several {
		if i == 0 {
			return call
		}
		return nil
	}
	for _, ref := range ssabuild.Referrers(call) {
		if ex, ok := ref.(*ssa.Extract); ok && ex.Index == i {
			return ex
		}
	}
	return nil
}

// Error returns the last result of a call, if it is an error.
func Error(call *ssa.Call) ssa.Value {
	if callmatch.IsError(call.Type()) {
		return call
	}
	results, ok := call.Type().(*types.Tuple)
	if !ok || results.Len() == 0 || !callmatch.IsError(results.At(results.Len()-1).Type()) {
		return nil
	}
	return Result(call, results.Len()-1)
}

// A Fate is what becomes of what is opened.
type Fate struct {
	Leaks     []Leak
	Closed    []ssa.CallInstruction // what closes it, anywhere in the function
	Gone      []Hop                 // where a path passes it to other code
	Hidden    []Hop                 // where a path returns or keeps what only reads or writes it, and cannot close it
	Borrowers []ssa.CallInstruction // calls of unknown code that get it, and are taken to leave it open
	Users     []*ssa.Go             // goroutines that use it, and leave it open
	Outlived  bool                  // a function literal that only uses it is returned or kept: it is in use when the function has returned
	Borrowed  bool                  // by calls that may keep it, before the function closes it
	Cut       bool                  // there are more paths than were followed
}

// A Leak is a path on which it stays open.
type Leak struct {
	Exit ssa.Instruction // the *ssa.Return, or the opening again, in a loop
	Path []*ssa.BasicBlock
	By   *ssa.Call // what it is passed to in the return, and leaves it open when it fails; nil else
	// Partly is a call on the path that closes it with another outcome, nil if there is none.
	Partly *ssa.Call
}

// A Hop is an instruction that passes a value on.
type Hop struct {
	Instr ssa.Instruction
	Way   Way
}

// HiddenBy returns what hides it on a path on which it stays open, though nothing has failed; nil if
// nothing does.
//
//	return gzip.NewReader(f)
func (f *Fate) HiddenBy() *Hop {
	for i, h := range f.Hidden {
		if slices.ContainsFunc(f.Leaks, func(l Leak) bool {
			return l.Exit == h.Instr || h.Way == Kept && slices.Contains(l.Path, h.Instr.Block()) && !Failing(l.Exit)
		}) {
			return &f.Hidden[i]
		}
	}
	return nil
}

// A Way is how a value gets to other code.
type Way int

const (
	Kept     Way = iota // in a field, a variable of the package, a container
	Sent                // on a channel
	Captured            // by a function literal that other code gets
	Passed              // to a function that may keep or close it
	Returned
)

// A Package answers for one package.
type Package struct {
	funcs map[*ssa.Function]bool
	roles map[param]role
	depth int // of functions that are followed where they fail
}

// A param is a parameter of a function, or a variable that it captures.
type param struct {
	fn    *ssa.Function
	index int
	free  bool
}

// New returns what answers for a package; funcs are its functions.
func New(funcs []*ssa.Function) *Package {
	p := &Package{funcs: make(map[*ssa.Function]bool), roles: make(map[param]role)}
	for _, fn := range funcs {
		p.funcs[fn] = true
	}
	return p
}

// Follow returns what becomes of o in the function that opens it.
func (p *Package) Follow(o *Opening) *Fate {
	t := p.track(o.At.Parent(), o)
	for _, v := range append([]ssa.Value{o.Value}, o.Also...) {
		if v != nil {
			t.add(v, false)
		}
	}
	t.spread()
	t.pairs()
	w := &walk{t: t, o: o, fate: new(Fate), seen: make(map[string]bool), leaks: make(map[ssa.Instruction]bool), budget: 3000}
	for _, u := range t.uses {
		if call, ok := u.instr.(ssa.CallInstruction); ok && u.role == closes && !slices.Contains(w.fate.Closed, call) {
			w.fate.Closed = append(w.fate.Closed, call)
		}
	}
	slices.SortFunc(w.fate.Closed, func(a, b ssa.CallInstruction) int { return int(a.Pos() - b.Pos()) })
	if t.closedBefore(o.At) {
		return w.fate
	}
	w.run()
	w.fate.Borrowed, w.fate.Users, w.fate.Outlived = t.borrowed, t.users, t.outlived
	if t.borrowed { // where it succeeds, what borrows it may keep it
		w.fate.Leaks = slices.DeleteFunc(w.fate.Leaks, func(l Leak) bool { return !Failing(l.Exit) })
	}
	return w.fate
}

// Failing reports whether an instruction is a return with an error.
func Failing(instr ssa.Instruction) bool {
	ret, ok := instr.(*ssa.Return)
	if !ok {
		return false
	}
	last := ssaflow.LastResult(ret)
	if last == nil {
		return false
	}
	if list, ok := last.(*ssa.Slice); ok { // return nil, []error{err}
		elems, ok := list.Type().Underlying().(*types.Slice)
		return ok && callmatch.IsError(elems.Elem())
	}
	return callmatch.IsError(last.Type()) && !isNil(last)
}

// callee returns the function of the package that a call runs.
func (p *Package) callee(call *ssa.CallCommon) *ssa.Function {
	fn := call.StaticCallee()
	if fn == nil {
		return nil
	}
	if origin := fn.Origin(); origin != nil {
		fn = origin
	}
	if !p.funcs[fn] {
		return nil
	}
	return fn
}

// named returns the name of the function or method that a call names, "" for a function value.
func named(call *ssa.CallCommon) string {
	if fn := ssaflow.Object(call); fn != nil {
		return fn.Name()
	}
	return ""
}

// Named returns the name of the function or method that a call names, "" for a function value.
func Named(call *ssa.Call) string { return named(&call.Call) }

// Fails reports whether the last result of a function is an error.
func Fails(fn *ssa.Function) bool { return callmatch.CanFail(fn.Signature) }
