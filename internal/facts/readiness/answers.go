package readiness

import (
	"go/ast"
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// Answers is exported for a package of the module that answers readiness probes, itself or by what it
// imports.
type Answers struct{}

// AFact marks Answers as one.
func (*Answers) AFact() {}

// String is what analysistest compares.
func (*Answers) String() string { return "answers readiness probes" }

// Answered reports whether the package, or one of the module that it imports, has a route for readiness
// probes, or mentions a function that is called after one.
func (r *Result) Answered() bool { return r.answered }

func (r *Result) answers() bool {
	for _, p := range r.pass.Pkg.Imports() {
		if r.pass.ImportPackageFact(p, new(Answers)) {
			return true
		}
	}
	if r.pass.Module != nil && r.pass.Module.Version != "" {
		return false // another module, which may serve elsewhere
	}
	in := r.pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.BasicLit)(nil), (*ast.Ident)(nil)) {
		switch n := cur.Node().(type) {
		case *ast.BasicLit:
			if tv := r.pass.TypesInfo.Types[n]; tv.Value != nil && tv.Value.Kind() == constant.String && catalog.ReadyRoute(constant.StringVal(tv.Value)) {
				return true
			}
		case *ast.Ident:
			if fn, ok := r.pass.TypesInfo.Uses[n].(*types.Func); ok && catalog.SaysReadiness(fn.Name()) {
				return true
			}
		}
	}
	return false
}
