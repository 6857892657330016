package muststop

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// A Keeper is exported for a function that is passed a value which its package stops: who passes it one
// need not.
//
//	func (t *Table) Add(a *aggregator.Aggregator) { t.all = append(t.all, a) }
//	func (t *Table) Shutdown() { for _, a := range t.all { a.Shutdown() } }
type Keeper struct{}

// AFact marks Keeper as a fact.
func (*Keeper) AFact() {}

// String is what analysistest compares.
func (*Keeper) String() string { return "keeps" }

// Keeps reports whether a function of another package stops what it is passed.
func (r *Result) Keeps(fn *types.Func) bool {
	return fn != nil && fn.Pkg() != nil && fn.Pkg() != r.pass.Pkg && r.pass.ImportObjectFact(fn.Origin(), new(Keeper))
}

// exportKeepers exports the fact for the functions with a parameter of a type whose values the package stops.
func exportKeepers(pass *analysis.Pass) {
	stops := stoppedTypes(pass)
	if len(stops) == 0 {
		return
	}
	for id, obj := range pass.TypesInfo.Defs {
		fn, ok := obj.(*types.Func)
		if !ok || !fn.Exported() || id.Pos() != fn.Pos() {
			continue
		}
		params := slices.Collect(fn.Signature().Params().Variables())
		if slices.ContainsFunc(params, func(v *types.Var) bool { return stops[callmatch.Named(v.Type())] && keepsParam(pass, fn, v) }) {
			pass.ExportObjectFact(fn, new(Keeper))
		}
	}
}

// keepsParam reports whether a function does more with a parameter than to call its methods and to read its fields: it
// stores the value, or passes it on.
func keepsParam(pass *analysis.Pass, fn *types.Func, v *types.Var) bool {
	decl := astindex.Of(pass).Decls[fn]
	if decl == nil || decl.Body == nil {
		return false
	}
	selected := make(map[*ast.Ident]bool)
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := ast.Unparen(sel.X).(*ast.Ident); ok {
				selected[id] = true
			}
		}
		return true
	})
	return slices.ContainsFunc(astindex.Of(pass).Uses[v], func(id *ast.Ident) bool { return !selected[id] })
}

// stoppedTypes returns the types of other packages on whose values this one calls a method that ends their work.
func stoppedTypes(pass *analysis.Pass) map[*types.Named]bool {
	stops := make(map[*types.Named]bool)
	for id, obj := range pass.TypesInfo.Uses {
		fn, ok := obj.(*types.Func)
		if !ok || fn.Pkg() == pass.Pkg || fn.Signature().Recv() == nil || !slices.Contains(catalog.StopMethods, fn.Name()) {
			continue
		}
		if named := callmatch.Named(fn.Signature().Recv().Type()); named != nil && ast.IsExported(id.Name) {
			stops[named] = true
		}
	}
	delete(stops, nil)
	return stops
}
