// Package transports is a fact analyzer: it finds functions that make an HTTP transport in each call and
// return it, alone or in a client. It reports nothing.
package transports

import (
	"go/ast"
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// Analyzer yields a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "transports",
	Doc:        "find functions that return an HTTP transport, or a client with one, that is made for the call",
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact is exported for a function whose first result is always a transport that keeps connections, or a
// client with one, and that the function makes itself and does not keep. Idle says that the transport
// closes connections that are not used for a while.
type Fact struct{ Idle bool }

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what analysistest compares.
func (f *Fact) String() string {
	if f.Idle {
		return "makes a transport with an idle limit"
	}
	return "makes a transport"
}

// A Result answers for functions of the package and of those it imports.
type Result struct {
	pass  *analysis.Pass
	decls map[*types.Func]*ast.FuncDecl
	known map[*types.Func]*Fact
}

// Of returns the result for the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

func run(pass *analysis.Pass) (any, error) {
	r := &Result{pass, make(map[*types.Func]*ast.FuncDecl), make(map[*types.Func]*Fact)}
	if !slices.ContainsFunc(pass.Pkg.Imports(), func(pkg *types.Package) bool { return pkg.Path() == "net/http" }) {
		return r, nil
	}
	for fn, decl := range astindex.Funcs(pass) {
		r.decls[fn] = decl
	}
	for fn := range r.decls {
		if !fn.Exported() {
			continue
		}
		if fact := r.Makes(fn); fact != nil {
			pass.ExportObjectFact(fn, fact)
		}
	}
	return r, nil
}

// Makes returns what is known of a function that makes a transport in each call, nil for others.
func (r *Result) Makes(fn *types.Func) *Fact {
	if fn == nil || fn.Signature().Results().Len() == 0 || !holds(fn.Signature().Results().At(0).Type()) {
		return nil
	}
	fn = fn.Origin()
	if fn.Pkg() != r.pass.Pkg {
		fact := new(Fact)
		if r.pass.ImportObjectFact(fn, fact) {
			return fact
		}
		return nil
	}
	fact, ok := r.known[fn]
	if decl := r.decls[fn]; !ok && decl != nil && decl.Body != nil {
		r.known[fn] = nil // what calls itself is not followed
		fact = (&maker{r, decl}).returned()
		r.known[fn] = fact
	}
	return fact
}

// holds reports whether values of a type are transports, or clients, which have one.
func holds(t types.Type) bool {
	switch callmatch.TypeName(callmatch.Deref(t)) {
	case "net/http.Client", "net/http.Transport", "net/http.RoundTripper":
		return true
	}
	return false
}
