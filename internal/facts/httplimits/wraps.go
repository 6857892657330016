package httplimits

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
)

// receiver stands for the receiver of a method in [Fact.Wraps].
const receiver = -1

// Passes is exported for a type whose RoundTrip passes requests on and starts no timer. Default says that
// it uses http.DefaultTransport where it is given no other.
type Passes struct{ Default bool }

// AFact marks Passes as a fact.
func (*Passes) AFact() {}

// String is what tests compare.
func (f *Passes) String() string {
	if f.Default {
		return "passes on, by default to http.DefaultTransport"
	}
	return "passes on"
}

func (r *Result) exportPasses() {
	scope := r.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || !obj.Exported() || obj.IsAlias() {
			continue
		}
		if named, ok := obj.Type().(*types.Named); ok && !types.IsInterface(named) && r.passesOn(named) {
			r.pass.ExportObjectFact(obj, &Passes{r.fallsBack(named)})
		}
	}
}

// fallsBack reports whether a method of a type uses http.DefaultTransport.
func (r *Result) fallsBack(named *types.Named) bool {
	if named.Obj().Pkg() != r.pass.Pkg {
		var fact Passes
		return r.pass.ImportObjectFact(named.Origin().Obj(), &fact) && fact.Default
	}
	for m := range named.Methods() {
		decl := r.decls[m.Origin()]
		for n := range ast.Preorder(orEmpty(decl)) {
			if sel, ok := n.(*ast.SelectorExpr); ok && isVar(r.pass.TypesInfo, sel, "DefaultTransport") {
				return true
			}
		}
	}
	return false
}

func orEmpty(decl *ast.FuncDecl) ast.Node {
	if decl == nil {
		return &ast.BlockStmt{}
	}
	return decl
}

// givesTransport reports whether a literal gives a field that is a round tripper.
func (r *Result) givesTransport(lit *ast.CompositeLit) bool {
	return slices.ContainsFunc(lit.Elts, func(elt ast.Expr) bool {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			elt = kv.Value
		}
		return isRoundTripper(r.pass.TypesInfo.TypeOf(elt))
	})
}

// wrapsOf returns the parameters of a function that its first result passes requests on to.
//
//	func Tokens(base *http.Transport, token string) http.RoundTripper { return &tokens{base, token} }
//	func (t *BasicAuth) Client() *http.Client { return &http.Client{Transport: t} }
func (r *Result) wrapsOf(fn *types.Func) (list []int) {
	fn = fn.Origin()
	if fn.Pkg() != r.pass.Pkg {
		return r.fact(fn).Wraps
	}
	if list, ok := r.wrapped[fn]; ok {
		return list
	}
	r.wrapped[fn] = nil // until it is computed, for recursion
	decl, sig := r.decls[fn], fn.Signature()
	if decl == nil || decl.Body == nil || sig.Results().Len() == 0 || !passable(sig.Results().At(0).Type()) {
		return nil
	}
	for i, v := range parameters(sig) {
		if !isRoundTripper(v.Type()) || r.limited(decl.Body, v) || reassigned(r.pass.TypesInfo, decl, v) {
			continue
		}
		r.assumed[v] = true
		if r.returned(decl) != None {
			list = append(list, i)
		}
		delete(r.assumed, v)
	}
	slices.Sort(list) // facts are the same in each run
	r.wrapped[fn] = list
	return list
}

// passable reports whether a type is that of what passes requests on: a client or a round tripper.
func passable(t types.Type) bool {
	return kindOf(t) == Client || kindOf(t) == Transport || isRoundTripper(t)
}

// parameters returns the parameters of a function, and its receiver.
func parameters(sig *types.Signature) map[int]*types.Var {
	list := make(map[int]*types.Var)
	for i := range sig.Params().Len() {
		list[i] = sig.Params().At(i)
	}
	if sig.Recv() != nil {
		list[receiver] = sig.Recv()
	}
	return list
}

// reassigned reports whether a function assigns to a parameter, or to a field of it.
func reassigned(info *types.Info, decl *ast.FuncDecl, v *types.Var) bool {
	for n := range ast.Preorder(decl.Body) {
		assign, ok := n.(*ast.AssignStmt)
		if ok && slices.ContainsFunc(assign.Lhs, func(lhs ast.Expr) bool {
			if sel, ok := lhs.(*ast.SelectorExpr); ok {
				lhs = sel.X
			}
			return isUse(info, lhs, v)
		}) {
			return true
		}
	}
	return false
}

// endlessWrapped returns the call when what it wraps waits without a limit.
func (r *Result) endlessWrapped(fn *types.Func, call *ast.CallExpr) ast.Expr {
	for _, i := range r.wrapsOf(fn) {
		switch sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); {
		case i == receiver && ok && r.Endless(sel.X) != nil, i >= 0 && i < len(call.Args) && r.Endless(call.Args[i]) != nil:
			return call
		}
	}
	return nil
}

// endlessParameter resolves a parameter of a function that only the package calls: each caller passes what
// waits without a limit.
func (r *Result) endlessParameter(id *ast.Ident, v *types.Var) ast.Expr {
	index := astindex.Of(r.pass)
	decl := r.around(v)
	if decl == nil || r.open[v] || r.limited(decl, v) || reassigned(r.pass.TypesInfo, decl, v) {
		return nil
	}
	fn, _ := r.pass.TypesInfo.Defs[decl.Name].(*types.Func)
	if fn == nil || fn.Exported() || len(index.Values[fn]) > 0 {
		return nil
	}
	i := slices.Index(slices.Collect(fn.Signature().Params().Variables()), v)
	r.open[v] = true
	defer delete(r.open, v)
	for _, call := range index.Calls[fn] {
		if i < 0 || i >= len(call.Expr.Args) || r.Endless(call.Expr.Args[i]) == nil {
			return nil
		}
	}
	if len(index.Calls[fn]) == 0 {
		return nil
	}
	return id
}
