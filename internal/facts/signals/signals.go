// Package signals is a fact analyzer: it knows which functions serve requests
// until they are told to stop, and what handles the signals that tell a process
// to. It reports nothing.
package signals

import (
	"go/ast"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// Analyzer yields a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "signals",
	Doc:        "find functions that serve, and what handles signals",
	FactTypes:  []analysis.Fact{new(Fact), new(AtInit)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact stands on a function, type or variable.
type Fact struct {
	// Handles is set when the function asks for SIGTERM or SIGINT, or mentions
	// what does; for a type, when one of its methods does; for a variable, when
	// its initial value does.
	Handles bool
	// Serves is set when the function serves, and returns only when that is over.
	Serves bool
}

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what analysistest compares.
func (f *Fact) String() string {
	switch {
	case f.Handles && f.Serves:
		return "serves, handles signals"
	case f.Handles:
		return "handles signals"
	}
	return "serves"
}

// AtInit stands on a package that handles signals as soon as it is imported.
type AtInit struct{}

// AFact marks AtInit as one.
func (*AtInit) AFact() {}

// String is what analysistest compares.
func (*AtInit) String() string { return "handles signals when imported" }

// A Result answers for one package and for what it imports.
type Result struct {
	pass     *analysis.Pass
	decls    map[*types.Func]*ast.FuncDecl
	mentions map[types.Object][]types.Object
	handles  map[types.Object]bool
	serves   map[*types.Func]bool
	atInit   bool
}

// Of returns the result for the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

// Handled reports whether anything in the package asks for SIGTERM or SIGINT,
// or mentions a function, type or variable of another package that may, or
// whether an imported package does by itself.
func (r *Result) Handled() bool { return len(r.handles) > 0 || r.atInit }

// Decl returns the declaration of a function of the package, or nil.
func (r *Result) Decl(fn *types.Func) *ast.FuncDecl { return r.decls[fn.Origin()] }

func run(pass *analysis.Pass) (any, error) {
	r := &Result{
		pass:     pass,
		decls:    make(map[*types.Func]*ast.FuncDecl),
		mentions: make(map[types.Object][]types.Object),
		handles:  make(map[types.Object]bool),
		serves:   make(map[*types.Func]bool),
	}
	if ssabuild.Std(pass) {
		return r, nil
	}
	for _, f := range pass.AllPackageFacts() {
		if _, ok := f.Fact.(*AtInit); ok {
			r.atInit = true
		}
	}
	atInit := r.collect()
	r.spread()
	r.findServing()
	for _, obj := range atInit {
		if r.handles[obj] {
			pass.ExportPackageFact(new(AtInit))
			break
		}
	}
	r.export()
	return r, nil
}

// export attaches what is known to what other packages can name.
func (r *Result) export() {
	facts := make(map[types.Object]*Fact)
	fact := func(obj types.Object) *Fact {
		if facts[obj] == nil {
			facts[obj] = new(Fact)
		}
		return facts[obj]
	}
	for obj := range r.handles {
		if obj.Exported() && obj.Pkg() == r.pass.Pkg {
			fact(obj).Handles = true
		}
	}
	for fn, serves := range r.serves {
		if serves && fn.Exported() && fn.Pkg() == r.pass.Pkg {
			fact(fn).Serves = true
		}
	}
	for obj, f := range facts {
		r.pass.ExportObjectFact(obj, f)
	}
}
