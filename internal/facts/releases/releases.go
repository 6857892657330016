// Package releases is a fact analyzer: it finds the methods that close a store which their
// receiver holds, after which the receiver cannot be used. It reports nothing.
package releases

import (
	"go/ast"
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
	Name:       "releases",
	Doc:        "find methods that close a store their receiver holds",
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact is exported for a method that closes a store in a field of its receiver.
type Fact struct{}

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what analysistest compares.
func (*Fact) String() string { return "closes" }

// A Result answers for functions of the package and of those it imports.
type Result struct {
	pass  *analysis.Pass
	known map[*types.Func]bool
}

// Of returns the result for the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

// Closes reports whether a call of fn ends the use of its receiver.
func (r *Result) Closes(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	fn = fn.Origin()
	if catalog.StoreReleases[callmatch.Name(fn)] || r.known[fn] {
		return true
	}
	return fn.Pkg() != r.pass.Pkg && r.pass.ImportObjectFact(fn, new(Fact))
}

// Any reports whether the package mentions anything that closes a store.
func (r *Result) Any() bool {
	for _, obj := range r.pass.TypesInfo.Uses {
		if fn, ok := obj.(*types.Func); ok && r.Closes(fn) {
			return true
		}
	}
	return false
}

func run(pass *analysis.Pass) (any, error) {
	r := &Result{pass, make(map[*types.Func]bool)}
	if ssabuild.Std(pass) {
		return r, nil
	}
	for changed := true; changed; { // a method may close through another one
		changed = false
		for fn, decl := range astindex.Funcs(pass) {
			if !r.known[fn] && r.closes(fn, decl) {
				r.known[fn], changed = true, true
			}
		}
	}
	for fn := range r.known {
		if fn.Exported() {
			pass.ExportObjectFact(fn, new(Fact))
		}
	}
	return r, nil
}

// closes reports whether fn is a method that closes a store of its receiver's.
func (r *Result) closes(fn *types.Func, decl *ast.FuncDecl) bool {
	recv := fn.Signature().Recv()
	if recv == nil {
		return false
	}
	closes := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if ok && r.root(sel.X) == recv && r.Closes(callmatch.Callee(r.pass.TypesInfo, call)) {
			closes = true
		}
		return true
	})
	return closes
}

// root returns the variable at the start of a path of fields.
func (r *Result) root(expr ast.Expr) types.Object {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		return r.pass.TypesInfo.Uses[expr]
	case *ast.SelectorExpr:
		if callmatch.Field(r.pass.TypesInfo, expr) != nil {
			return r.root(expr.X)
		}
	}
	return nil
}
