// Package loopback is a fact analyzer: it finds the functions that return a loopback
// address. It reports nothing.
package loopback

import (
	"go/ast"
	"go/constant"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// Analyzer yields a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "loopback",
	Doc:        "find functions that return a loopback address",
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact is exported for a function that returns a loopback address and nothing else.
type Fact struct{}

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what analysistest compares.
func (*Fact) String() string { return "loopback" }

// A Result answers for functions of the package and of those it imports.
type Result struct {
	pass  *analysis.Pass
	known map[*types.Func]bool
}

// Of returns the result for the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

// Returns reports whether fn returns a loopback address.
func (r *Result) Returns(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil || fn.Signature().Recv() != nil {
		return false
	}
	return catalog.Loopbacks[callmatch.Name(fn)] || r.known[fn] || fn.Pkg() != r.pass.Pkg && r.pass.ImportObjectFact(fn, new(Fact))
}

func run(pass *analysis.Pass) (any, error) {
	r := &Result{pass, make(map[*types.Func]bool)}
	for fn, decl := range astindex.Funcs(pass) {
		sig := fn.Signature()
		if sig.Recv() != nil || sig.Params().Len() > 0 || sig.Results().Len() != 1 || len(decl.Body.List) != 1 {
			continue
		}
		ret, ok := decl.Body.List[0].(*ast.ReturnStmt)
		if !ok || len(ret.Results) != 1 || !r.local(ret.Results[0]) {
			continue
		}
		r.known[fn] = true
		if fn.Exported() {
			pass.ExportObjectFact(fn, new(Fact))
		}
	}
	return r, nil
}

// local reports whether expr is a constant of a loopback address, or makes a
// netip.Addr of one.
func (r *Result) local(expr ast.Expr) bool {
	info := r.pass.TypesInfo
	if v := info.Types[expr].Value; v != nil {
		return v.Kind() == constant.String && catalog.ThisHost(constant.StringVal(v))
	}
	call, ok := ast.Unparen(expr).(*ast.CallExpr)
	if !ok {
		return false
	}
	switch fn := callmatch.Callee(info, call); callmatch.Name(fn) {
	case "net/netip.MustParseAddr":
		return r.local(call.Args[0])
	case "net/netip.AddrFrom4":
		lit, ok := ast.Unparen(call.Args[0]).(*ast.CompositeLit)
		if !ok || len(lit.Elts) != 4 {
			return false
		}
		first := info.Types[lit.Elts[0]].Value
		return first != nil && first.ExactString() == "127"
	default:
		return r.Returns(fn)
	}
}
