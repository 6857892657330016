// Package lasting is a fact analyzer: it finds the functions that change what outlives the
// process, such as a file, a row or a message. The end of the process can interrupt their
// work; other functions leave nothing incomplete. It reports nothing.
package lasting

import (
	"go/ast"
	"go/constant"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// Analyzer yields a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "lasting",
	Doc:        "find functions that change what outlives the process",
	Requires:   []*analysis.Analyzer{astindex.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact is exported for a function that changes something lasting, itself or through the
// functions it calls by name.
type Fact struct{}

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what analysistest compares.
func (*Fact) String() string { return "lasting" }

// A Result answers for functions of the package and of those it imports.
type Result struct {
	pass    *analysis.Pass
	calls   map[*types.Func][]*types.Func // of functions of the package, by functions of the package
	changes map[*types.Func]bool
	known   sync.Map // see implementations
}

// Of returns the result for the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

// Any reports whether a function of the package, or of one that it imports, directly or not,
// changes something lasting.
func (r *Result) Any() bool {
	for _, changes := range r.changes {
		if changes {
			return true
		}
	}
	return len(r.pass.AllObjectFacts()) > 0
}

func run(pass *analysis.Pass) (any, error) {
	r := &Result{pass: pass, calls: make(map[*types.Func][]*types.Func), changes: make(map[*types.Func]bool)}
	if ssabuild.Std(pass) || pass.Module != nil && pass.Module.Version != "" {
		return r, nil // the catalog has rows for it, and functions of other modules are judged by name
	}
	var order []*types.Func
	for fn, decl := range astindex.Funcs(pass) {
		if decl.Body != nil {
			r.body(fn, decl.Body)
			order = append(order, fn)
		}
	}
	r.spread(order)
	for _, fn := range order {
		if r.changes[fn] {
			pass.ExportObjectFact(fn, new(Fact))
		}
	}
	return r, nil
}

// body looks at what a function calls, in literals too: it may be run any time.
func (r *Result) body(fn *types.Func, body *ast.BlockStmt) {
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || r.changes[fn] {
			return !r.changes[fn]
		}
		callee := callmatch.Callee(r.pass.TypesInfo, call)
		impls := r.implementations(callee)
		for _, impl := range impls {
			r.calls[impl] = append(r.calls[impl], fn)
		}
		switch {
		case callee == nil || impls != nil || ToMemory(r.pass.TypesInfo, body, call):
		case callee.Pkg() == r.pass.Pkg && !isMethodOfInterface(callee) && !tells(callee.Signature()):
			r.calls[callee.Origin()] = append(r.calls[callee.Origin()], fn)
		default:
			r.changes[fn] = r.Changes(callee) || posts(r.pass.TypesInfo, callee, call)
		}
		return true
	})
}

// posts reports whether a call makes a request that changes something.
func posts(info *types.Info, callee *types.Func, call *ast.CallExpr) bool {
	arg, ok := catalog.RequestMethods[callmatch.Name(callee)]
	if !ok || arg >= len(call.Args) {
		return false
	}
	value := info.Types[call.Args[arg]].Value
	return value != nil && value.Kind() == constant.String && catalog.ChangingMethods[constant.StringVal(value)]
}

// spread propagates the fact to callers.
func (r *Result) spread(list []*types.Func) {
	for len(list) > 0 {
		fn := list[0]
		list = list[1:]
		if !r.changes[fn] {
			continue
		}
		for _, caller := range r.calls[fn] {
			if !r.changes[caller] {
				r.changes[caller] = true
				list = append(list, caller)
			}
		}
		delete(r.calls, fn)
	}
}

// Changes reports whether fn is known to change what outlives the process. A function of
// another package, or a method of an interface, is judged by its name.
func (r *Result) Changes(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil || catalog.InProcess(fn.Pkg().Path()) || tells(fn.Signature()) {
		return false
	}
	fn = fn.Origin()
	if impls := r.implementations(fn); impls != nil {
		return slices.ContainsFunc(impls, func(impl *types.Func) bool { return r.changes[impl] })
	}
	switch {
	case catalog.LastingChanges[callmatch.Name(fn)] != 0:
		return true
	case fn.Pkg() == r.pass.Pkg && !isMethodOfInterface(fn):
		return r.changes[fn]
	case callmatch.Foreign(r.pass, fn) || isMethodOfInterface(fn):
		return !r.standard(fn.Pkg()) && catalog.ChangesWhatLasts(fn.Name())
	}
	return catalog.ChangesWhatLasts(fn.Name()) && !r.standard(fn.Pkg()) || r.pass.ImportObjectFact(fn, new(Fact))
}

// Shown is Changes where the code shows it, and not the name alone: for functions of the
// package and of others of the module.
func (r *Result) Shown(fn *types.Func) bool {
	return fn != nil && fn.Pkg() != nil && !tells(fn.Signature()) && (r.changes[fn.Origin()] || r.pass.ImportObjectFact(fn.Origin(), new(Fact)))
}

// tells reports whether a function takes any values and returns nothing, as the functions
// of a program's own logger do: an interrupted log line is no loss.
func tells(sig *types.Signature) bool {
	if !sig.Variadic() || sig.Results().Len() > 0 {
		return false
	}
	slice, ok := sig.Params().At(sig.Params().Len() - 1).Type().(*types.Slice)
	return ok && types.Identical(slice.Elem().Underlying(), types.NewInterfaceType(nil, nil))
}

// implementations returns the methods of the package that a call of fn can run, where fn is a
// method of an unexported interface of the package: what implements it is there to be seen.
// It returns nil for other functions, and where the package implements nothing of it.
func (r *Result) implementations(fn *types.Func) []*types.Func {
	if fn == nil || fn.Pkg() != r.pass.Pkg || !isMethodOfInterface(fn) {
		return nil
	}
	named := callmatch.Named(fn.Signature().Recv().Type())
	if named == nil || named.Obj().Exported() || named.TypeParams().Len() > 0 {
		return nil
	}
	if list, ok := r.known.Load(fn); ok {
		return list.([]*types.Func)
	}
	var list []*types.Func
	scope := r.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		t, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || t.IsAlias() || types.IsInterface(t.Type()) || !types.Implements(types.NewPointer(t.Type()), named.Underlying().(*types.Interface)) {
			continue
		}
		obj, _, _ := types.LookupFieldOrMethod(t.Type(), true, r.pass.Pkg, fn.Name())
		if impl, ok := obj.(*types.Func); ok {
			list = append(list, impl.Origin())
		}
	}
	r.known.Store(fn, list)
	return list
}

func isMethodOfInterface(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type())
}

// standard reports whether a package is of the standard library.
func (r *Result) standard(pkg *types.Package) bool {
	own := pkg == r.pass.Pkg || r.pass.Module != nil && strings.HasPrefix(pkg.Path()+"/", r.pass.Module.Path+"/")
	return !own && callmatch.StdPath(pkg.Path())
}
