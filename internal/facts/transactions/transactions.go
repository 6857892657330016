// Package transactions is a fact analyzer: it finds the functions that return a transaction which they have
// begun, and those that end one that they are passed. It reports nothing.
package transactions

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
	Name:       "transactions",
	Doc:        "find functions that return a transaction they have begun, or end one they are passed",
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact is exported for a function whose first result is a transaction that it has begun, or that ends the
// transactions that it is passed for the parameters in Ends.
type Fact struct {
	Begins bool
	Ends   []int
}

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what tests compare.
func (f *Fact) String() string {
	if f.Begins {
		return "begins"
	}
	return "ends"
}

// A Result answers questions about functions, of whatever package.
type Result struct {
	pass *analysis.Pass
	own  map[*types.Func]*Fact
}

// Of returns the result for the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

func run(pass *analysis.Pass) (any, error) {
	r := &Result{pass: pass, own: make(map[*types.Func]*Fact)}
	about := make(map[*types.Func]*ast.FuncDecl)
	for fn, decl := range astindex.Funcs(pass) {
		if concerns(fn.Signature()) {
			about[fn] = decl
		}
	}
	for changed := true; changed; {
		changed = false
		for fn, decl := range about {
			was := r.of(fn)
			now := Fact{Begins: was.Begins || r.returnsBegun(fn, decl), Ends: r.ended(fn, decl)}
			if now.Begins != was.Begins || len(now.Ends) != len(was.Ends) {
				r.own[fn], changed = &now, true
			}
		}
	}
	for fn, fact := range r.own {
		if fn.Exported() {
			pass.ExportObjectFact(fn, fact)
		}
	}
	return r, nil
}

// concerns reports whether a function is passed a transaction, or returns one.
func concerns(sig *types.Signature) bool {
	of := func(v *types.Var) bool { return TypeOf(v.Type()) != No }
	return slices.ContainsFunc(slices.Collect(sig.Params().Variables()), of) || sig.Results().Len() > 0 && of(sig.Results().At(0))
}

func (r *Result) of(fn *types.Func) (fact Fact) {
	fn = fn.Origin()
	if fn.Pkg() != r.pass.Pkg {
		r.pass.ImportObjectFact(fn, &fact)
	} else if own := r.own[fn]; own != nil {
		fact = *own
	}
	return fact
}

// Begins reports whether the first result of a function is a transaction that is open: its type says so, the
// catalog, or the function has begun it.
func (r *Result) Begins(fn *types.Func) bool {
	if fn == nil || fn.Signature().Results().Len() == 0 {
		return false
	}
	switch TypeOf(fn.Signature().Results().At(0).Type()) {
	case Tx:
		return true
	case TxOrPool:
		return catalog.TxBegins[callmatch.Name(fn.Origin())] || r.of(fn).Begins
	}
	return false
}

// Ends reports whether a function ends the transaction that it is passed as argument i.
func (r *Result) Ends(fn *types.Func, i int) bool {
	return fn != nil && slices.Contains(r.of(fn).Ends, i)
}

// returnsBegun reports whether each result of a function, one that is nil apart, is a transaction that it has
// begun.
func (r *Result) returnsBegun(fn *types.Func, decl *ast.FuncDecl) bool {
	if fn.Signature().Results().Len() == 0 || TypeOf(fn.Signature().Results().At(0).Type()) != TxOrPool {
		return false
	}
	some, all := false, true
	inspectOwn(decl.Body, func(n ast.Node) {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok || len(ret.Results) > 0 && r.pass.TypesInfo.Types[ret.Results[0]].IsNil() {
			return
		}
		some = true
		all = all && len(ret.Results) > 0 && r.begun(ret.Results[0], decl)
	})
	return some && all
}

// begun reports whether an expression of a function is a transaction that is begun in it.
func (r *Result) begun(expr ast.Expr, decl *ast.FuncDecl) (found bool) {
	info := r.pass.TypesInfo
	if call, ok := ast.Unparen(expr).(*ast.CallExpr); ok {
		return r.Begins(callmatch.Callee(info, call))
	}
	v := callmatch.Object(info, expr)
	if v == nil {
		return false
	}
	inspectOwn(decl.Body, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			call, ok := ast.Unparen(n.Rhs[0]).(*ast.CallExpr)
			found = found || ok && callmatch.Object(info, n.Lhs[0]) == v && r.Begins(callmatch.Callee(info, call))
		case *ast.CallExpr:
			found = found || BegunItself(info, n) == v
		}
	})
	return found
}

// ended returns the parameters of a function that it ends, or passes to one that does.
func (r *Result) ended(fn *types.Func, decl *ast.FuncDecl) (list []int) {
	info := r.pass.TypesInfo
	for i := range fn.Signature().Params().Len() {
		v := fn.Signature().Params().At(i)
		if TypeOf(v.Type()) == No {
			continue
		}
		found := false
		ast.Inspect(decl.Body, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			found = found || ok && r.EndedBy(info, call, v)
			return !found
		})
		if found {
			list = append(list, i)
		}
	}
	return list
}

// EndedBy reports whether a call ends the transaction in v: a method of it, or a function that it is passed to.
func (r *Result) EndedBy(info *types.Info, call *ast.CallExpr, v types.Object) bool {
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && callmatch.Object(info, sel.X) == v {
		return catalog.TxEndMethods[sel.Sel.Name]
	}
	i := slices.IndexFunc(call.Args, func(arg ast.Expr) bool { return callmatch.Object(info, arg) == v })
	return i >= 0 && r.Ends(callmatch.Callee(info, call), i)
}

// inspectOwn visits the nodes of a function that are not in a literal.
func inspectOwn(body ast.Node, visit func(ast.Node)) {
	ast.Inspect(body, func(n ast.Node) bool {
		if _, lit := n.(*ast.FuncLit); lit || n == nil {
			return false
		}
		visit(n)
		return true
	})
}
