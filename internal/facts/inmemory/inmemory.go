// Package inmemory is a fact analyzer: it finds the functions, often deferred, that touch
// nothing but the memory of the process. It reports nothing.
package inmemory

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// Analyzer yields a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "inmemory",
	Doc:        "find functions that touch nothing but memory",
	Requires:   []*analysis.Analyzer{astindex.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact is exported for a function without parameters that only sets, counts, locks, reads
// the clock or logs, and signals no goroutine that would do more: its effects end with the
// process.
type Fact struct{}

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what analysistest compares.
func (*Fact) String() string { return "in memory" }

// A Result answers for functions of the package and of those it imports.
type Result struct {
	pass  *analysis.Pass
	decls map[*types.Func]*ast.FuncDecl
	known map[*types.Func]bool
}

// Of returns the result for the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

func run(pass *analysis.Pass) (any, error) {
	r := &Result{pass, make(map[*types.Func]*ast.FuncDecl), make(map[*types.Func]bool)}
	if ssabuild.Std(pass) {
		return r, nil // the catalog has rows for it
	}
	for fn, decl := range astindex.Funcs(pass) {
		r.decls[fn] = decl
	}
	for fn := range r.decls {
		if fn.Exported() && ends(fn.Signature()) && r.Func(fn) {
			pass.ExportObjectFact(fn, new(Fact))
		}
	}
	return r, nil
}

// ends reports whether functions of this signature are deferred as they are.
func ends(sig *types.Signature) bool { return sig.Params().Len() == 0 && sig.Results().Len() <= 1 }

// Func reports whether fn touches nothing but memory.
func (r *Result) Func(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	fn = fn.Origin()
	if fn.Pkg() != r.pass.Pkg {
		return catalog.MemoryPackages[fn.Pkg().Path()] || catalog.SilentPackages[fn.Pkg().Path()] || r.pass.ImportObjectFact(fn, new(Fact))
	}
	known, ok := r.known[fn]
	if decl := r.decls[fn]; !ok && decl != nil && decl.Body != nil {
		r.known[fn] = false // what calls itself is not followed
		known = r.body(decl.Body)
		r.known[fn] = known
	}
	return known
}

// body reports whether nothing in it has an effect outside memory. A send, a close and a go
// statement make another goroutine act.
func (r *Result) body(body *ast.BlockStmt) bool {
	only := true
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SendStmt, *ast.GoStmt, *ast.SelectStmt:
			only = false
		case *ast.UnaryExpr:
			only = only && n.Op != token.ARROW
		case *ast.CallExpr:
			only = only && r.call(n)
		}
		return only
	})
	return only
}

func (r *Result) call(call *ast.CallExpr) bool {
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && r.pass.TypesInfo.Types[id].IsBuiltin() {
		return id.Name != "close"
	}
	return r.pass.TypesInfo.Types[call.Fun].IsType() || r.Func(callmatch.Callee(r.pass.TypesInfo, call))
}
