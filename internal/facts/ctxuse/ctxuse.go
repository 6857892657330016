// Package ctxuse is a fact analyzer: it determines what functions do with the contexts they
// are passed, across packages. It reports nothing.
package ctxuse

import (
	"go/ast"
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// Analyzer yields a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "ctxuse",
	Doc:        "find what functions do with the contexts they are given",
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact is exported for a function of which something is known, for the method of an
// interface if its package has the implementations, and for a package's variable that is
// initialized with such a function. Bit i is about parameter i. A function without a fact
// may wait for every context it is passed.
type Fact struct {
	// Idle parameters are ignored, or only asked for values.
	Idle uint64
	// Bounded parameters are waited for no longer than a deadline of the function, or
	// than until a signal that its owner gives.
	Bounded uint64
	// Kept parameters are stored, or used by a goroutine: past the call's return.
	Kept uint64
	// Result are those of the kept ones that only what the function returns keeps.
	Result uint64
	// Asked parameters are asked for their end.
	Asked uint64
	// Outlived parameters are worked with by a goroutine that the function starts or sends
	// them to, that it does not wait for, and that does not ask for their end.
	Outlived uint64
	// Owned parameters end a goroutine that the function starts, and that its receiver is to
	// end: it keeps the cancel function.
	Owned uint64
	// Ended says that the context which the function makes ends by more than the one
	// it is given, and deadlines.
	Ended bool
}

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is for debugging.
func (f *Fact) String() string { return "context use known" }

// A Result answers questions about the functions that one package calls.
type Result struct {
	pass  *analysis.Pass
	decls map[*types.Func]*ast.FuncDecl
	known map[*types.Func]*Fact
	inits map[*types.Var]ast.Expr // what the package's variables begin as

	fields map[*types.Var]bool // see workedWith
}

// Of returns the result for the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

func run(pass *analysis.Pass) (any, error) {
	r := &Result{
		pass:  pass,
		decls: make(map[*types.Func]*ast.FuncDecl),
		known: make(map[*types.Func]*Fact),
		inits: initialValues(pass.TypesInfo),
	}
	var order []*types.Func // in source order, so that recursion ends the same way each time
	for fn, decl := range astindex.Funcs(pass) {
		if takesContext(fn.Signature()) {
			r.decls[fn] = decl
			order = append(order, fn)
		}
	}
	for _, fn := range order {
		if fact := r.fact(fn); *fact != (Fact{}) {
			pass.ExportObjectFact(fn, fact)
		}
	}
	r.lookBehind()
	r.exportVars()
	return r, nil
}

// IsContext reports whether t is context.Context.
func IsContext(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && callmatch.TypeName(named) == "context.Context"
}

// Idle reports whether fn never waits for the context it gets as argument i.
func (r *Result) Idle(fn *types.Func, i int) bool {
	if fn != nil && (fn.Pkg() != nil && catalog.ContextReaders[fn.Pkg().Path()] || tells(fn) || records(fn) || prints(fn.Signature()) || !asContext(fn, i)) {
		return true
	}
	return r.bit(fn, i, func(f *Fact) uint64 { return f.Idle })
}

// Bounded reports whether fn waits for the context it is passed as argument i no longer
// than its own deadline. The method of a gRPC client may: interceptors and service
// configurations set deadlines.
func (r *Result) Bounded(fn *types.Func, i int) bool {
	return catalog.BoundedCalls[callmatch.Name(fn)] || callmatch.IsStub(fn) || r.bit(fn, i, func(f *Fact) uint64 { return f.Bounded })
}

// Kept reports whether fn is known to use the context it is passed as argument i after it
// has returned; for a method of an interface, whether all implementations in this package
// do.
func (r *Result) Kept(fn *types.Func, i int) bool {
	behind := r.behind(fn)
	return r.keeps(fn, i) || len(behind) > 0 && !slices.ContainsFunc(behind, func(fn *types.Func) bool { return !r.keeps(fn, i) })
}

// keeps is Kept without the implementations of interfaces: inference from call to call
// needs a named callee.
func (r *Result) keeps(fn *types.Func, i int) bool {
	return !catalog.ContextSpenders[callmatch.Name(fn)] && r.bit(fn, i, func(f *Fact) uint64 { return f.Kept })
}

// InResult reports whether what fn returns is all that keeps the context it gets as
// argument i.
func (r *Result) InResult(fn *types.Func, i int) bool {
	return r.bit(fn, i, func(f *Fact) uint64 { return f.Result })
}

func (r *Result) bit(fn *types.Func, i int, set func(*Fact) uint64) bool {
	if fn == nil || i > 63 {
		return false
	}
	fact := r.fact(fn.Origin())
	return set(fact)&(1<<i) != 0
}

// fact returns what is known of fn, the empty fact for nothing.
func (r *Result) fact(fn *types.Func) *Fact {
	if fn.Pkg() != r.pass.Pkg {
		fact := new(Fact)
		r.pass.ImportObjectFact(fn, fact)
		return fact
	}
	if fact := r.known[fn]; fact != nil {
		return fact
	}
	decl := r.decls[fn]
	if decl == nil {
		return new(Fact)
	}
	r.known[fn] = new(Fact) // until it is computed, for recursion
	r.known[fn] = r.infer(fn, decl)
	return r.known[fn]
}

func (r *Result) infer(fn *types.Func, decl *ast.FuncDecl) *Fact {
	fact := &Fact{Ended: r.ends(fn, decl)}
	for i := range min(fn.Signature().Params().Len(), 64) {
		v := fn.Signature().Params().At(i)
		if !IsContext(v.Type()) {
			continue
		}
		b := &body{r: r, root: decl.Body, seen: make(map[*types.Var]bool), joins: Joins(decl.Body), gives: gives(fn.Signature().Results()), results: fn.Signature().Results().Len() > 0}
		b.variable(decl.Body, v)
		if b.worst == idle {
			fact.Idle |= 1 << i
		}
		if b.worst == bounded {
			fact.Bounded |= 1 << i
		}
		if b.kept || b.returned {
			fact.Kept |= 1 << i
		}
		if b.returned && !b.kept {
			fact.Result |= 1 << i
		}
		if b.asked {
			fact.Asked |= 1 << i
		}
		if b.outlived {
			fact.Outlived |= 1 << i
		}
		if !b.joins && r.owns(fn, decl, v) {
			fact.Owned |= 1 << i
		}
	}
	return fact
}
