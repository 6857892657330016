// Package ssaflow is an analyzer that answers value questions about one package: which
// channel, function or context an expression may be, what sends on it, closes it, calls it
// or cancels it, and whether code elsewhere could. It reports nothing, and computes results
// on demand only.
//
// Values are grouped into classes by unification: everything that may be the same channel
// (or function, or context) through locals, captures, parameters of known calls, results,
// and struct fields by name is one [Class]. The grouping is flow-insensitive and takes a
// field of all instances of a struct as one, so a "may" errs on the side of more, and a
// "never" is reliable if the class is closed. Values in interfaces and other channels are
// not followed: they count as passed to, and coming from, an unknown place. So do those in
// maps and slices, except channels in a container all uses of which are known, which are
// marked.
package ssaflow

import (
	"go/token"
	"go/types"
	"iter"
	"reflect"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// Analyzer yields a [Lazy].
var Analyzer = &analysis.Analyzer{
	Name:       "ssaflow",
	Doc:        "group channels, functions and contexts of a package by what they may be",
	Requires:   []*analysis.Analyzer{ssabuild.Analyzer},
	ResultType: reflect.TypeFor[Lazy](),
	Run: func(pass *analysis.Pass) (any, error) {
		return Lazy(sync.OnceValue(func() *Flow { return build(pass, ssabuild.Of(pass)) })), nil
	},
}

// Lazy builds the classes on its first call. It is safe for concurrent use.
type Lazy func() *Flow

// Of returns the value classes of the pass's package; the analyzer must be
// required.
func Of(pass *analysis.Pass) *Flow { return pass.ResultOf[Analyzer].(Lazy)() }

// A Flow knows the classes of one package. It is safe for concurrent use.
type Flow struct {
	SSA *ssabuild.Package
	pkg *types.Package

	parent  map[any]any // union-find over keys
	classes map[any]*Class
	dynamic []*dynamicCall
	callers map[*ssa.Function][]ssa.CallInstruction
	values  map[*ssa.Function]bool // used as a value
	boxed   map[*types.TypeName]bool
	flags   map[any]*Flag
	opened  map[*ssa.Function]bool
	unnamed []*types.Struct          // one of each
	fields  map[token.Pos]*types.Var // as declared
	// containers are the fields whose maps and slices are used for their elements alone.
	containers map[*types.Var]bool
	addrs      map[*types.Var][]*ssa.FieldAddr
	globals    map[*ssa.Global][]ssa.Instruction // which use it

	ops     []*ssa.Value // of one instruction
	settled bool         // built: the maps above are only read
	late    sync.Map     // classes and flags of values that nothing else was known of
	ending  sync.Map     // functions, by whether they may end the goroutine or the process
	starts  func() []Start
	uses    func() *uses
}

// Func returns the source function of fn, which may be an instance of a generic function or
// the wrapper of a method value, and the number of leading parameters that a call of fn
// does not pass. It returns nil for functions without a body in this package.
func (f *Flow) Func(fn *ssa.Function) (source *ssa.Function, bound int) {
	if origin := fn.Origin(); origin != nil {
		fn = origin
	}
	if fn.Synthetic != "" && fn.Syntax() == nil {
		obj, ok := fn.Object().(*types.Func)
		if !ok {
			return nil, 0
		}
		target := fn.Prog.FuncValue(obj.Origin())
		if target == nil || target.Pkg != f.SSA.Package || target.Blocks == nil {
			return nil, 0
		}
		return target, len(target.Params) - len(fn.Params)
	}
	if fn.Blocks == nil || fn.Pkg != f.SSA.Package {
		return nil, 0
	}
	return fn, 0
}

// Callers returns the calls of fn in this package that are known, go and defer
// statements included. The list is complete if complete is true. Calls by tests are
// in it for functions of tests only: how they use the rest proves nothing.
func (f *Flow) Callers(fn *ssa.Function) (calls []ssa.CallInstruction, complete bool) {
	return f.callers[fn], !f.opened[fn]
}

// Instrs yields the instructions of fn, block by block.
func Instrs(fn *ssa.Function) iter.Seq[ssa.Instruction] {
	return func(yield func(ssa.Instruction) bool) {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if !yield(instr) {
					return
				}
			}
		}
	}
}

// Follows reports whether an instruction of a function can come after another one of it.
func Follows(first, then ssa.Instruction) bool {
	if first.Parent() != then.Parent() {
		return false
	}
	if first.Block() == then.Block() && slices.Index(first.Block().Instrs, first) < slices.Index(first.Block().Instrs, then) {
		return true
	}
	return Reaches(first.Block(), then.Block())
}

// Reaches reports whether control can get from the end of one block to the start
// of another, or of itself.
func Reaches(from, to *ssa.BasicBlock) bool {
	seen := make([]bool, len(from.Parent().Blocks))
	for next := slices.Clone(from.Succs); len(next) > 0; {
		b := next[len(next)-1]
		next = next[:len(next)-1]
		if b == to {
			return true
		}
		if !seen[b.Index] {
			seen[b.Index] = true
			next = append(next, b.Succs...)
		}
	}
	return false
}
