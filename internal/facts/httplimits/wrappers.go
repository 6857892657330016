package httplimits

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// Endless returns the expression that makes the http.RoundTripper expr wait for a response
// without a limit: nil itself, http.DefaultTransport, or a transport that is made without
// ResponseHeaderTimeout, in any number of wrappers. It returns nil if that is not known.
func (r *Result) Endless(expr ast.Expr) ast.Expr {
	info := r.pass.TypesInfo
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		if info.Types[expr].IsNil() {
			return expr
		}
		return r.endlessVariable(expr)
	case *ast.SelectorExpr:
		if isVar(info, expr, "DefaultTransport") || r.lhs != nil && callmatch.SameValue(info, r.lhs, expr) {
			return expr
		}
		return r.endlessField(expr)
	case *ast.UnaryExpr:
		return r.Endless(expr.X)
	case *ast.TypeAssertExpr:
		return r.Endless(expr.X)
	case *ast.CompositeLit:
		return r.endlessLiteral(expr)
	case *ast.CallExpr:
		return r.endlessCall(expr)
	}
	return nil
}

func (r *Result) endlessCall(call *ast.CallExpr) ast.Expr {
	info := r.pass.TypesInfo
	if isNew(info, call) && callmatch.IsType(info.TypeOf(call.Args[0]), string(Transport)) {
		return call
	}
	fn := callmatch.Callee(info, call)
	name := callmatch.Name(fn)
	if name == "(*net/http.Transport).Clone" {
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && r.Endless(sel.X) != nil {
			return call
		}
		return nil
	}
	if w, ok := catalog.TransparentTransports[name]; ok && w.Arg < len(call.Args) {
		return r.Endless(call.Args[w.Arg])
	}
	if fn != nil && r.returns(fn) == Transport {
		return call
	}
	if fn != nil && r.endlessWrapped(fn, call) != nil {
		return call
	}
	return r.endlessConstructor(call)
}

// endlessVariable resolves a variable of a function, or of the package, that holds one
// value, through which no limit is set.
func (r *Result) endlessVariable(id *ast.Ident) ast.Expr {
	v, ok := r.pass.TypesInfo.Uses[id].(*types.Var)
	switch {
	case !ok:
		return nil
	case r.assumed[v]:
		return id
	case v.Kind() == types.PackageVar:
		return r.endlessGlobal(v)
	case v.Kind() == types.ParamVar:
		return r.endlessParameter(id, v)
	case v.Kind() != types.LocalVar:
		return nil
	}
	decl := r.around(v)
	if decl == nil {
		return nil
	}
	value := localvar.Value(r.pass.TypesInfo, decl, v)
	if value == nil || r.limited(decl, v) {
		return nil
	}
	return r.Endless(value)
}

// around returns the function that declares a local variable.
func (r *Result) around(v *types.Var) *ast.FuncDecl {
	for s := v.Parent(); s != nil; s = s.Parent() {
		if decl := r.scopes[s]; decl != nil {
			return decl
		}
	}
	return nil
}

func (r *Result) endlessGlobal(v *types.Var) ast.Expr {
	if r.vars == nil {
		r.collect()
	}
	value := r.vars[v]
	delete(r.vars, v) // until it is computed: a variable may be made of itself
	if value == nil {
		return nil
	}
	at := r.Endless(value)
	if at != nil && slices.ContainsFunc(r.pass.Files, func(f *ast.File) bool { return r.limited(f, v) }) {
		return nil
	}
	r.vars[v] = value
	return at
}

// collect finds the unexported variables of the package that nothing is assigned to.
func (r *Result) collect() {
	r.vars = make(map[*types.Var]ast.Expr)
	info := r.pass.TypesInfo
	for _, file := range r.pass.Files {
		for _, decl := range file.Decls {
			gen, ok := decl.(*ast.GenDecl)
			for i := 0; ok && i < len(gen.Specs); i++ {
				spec, ok := gen.Specs[i].(*ast.ValueSpec)
				for j := 0; ok && len(spec.Names) == len(spec.Values) && j < len(spec.Names); j++ {
					if v, ok := info.Defs[spec.Names[j]].(*types.Var); ok && !v.Exported() {
						r.vars[v] = spec.Values[j]
					}
				}
			}
		}
	}
	for _, file := range r.pass.Files {
		for n := range ast.Preorder(file) {
			if assign, ok := n.(*ast.AssignStmt); ok {
				for _, lhs := range assign.Lhs {
					if id, ok := lhs.(*ast.Ident); ok {
						if v, ok := info.Uses[id].(*types.Var); ok {
							delete(r.vars, v)
						}
					}
				}
			}
		}
	}
}

// endlessLiteral judges http.Transport by its fields, and wrappers by what they
// wrap: those of the catalog, and those of this package whose RoundTrip starts
// no timer.
func (r *Result) endlessLiteral(lit *ast.CompositeLit) ast.Expr {
	t := r.pass.TypesInfo.TypeOf(lit)
	if callmatch.IsType(t, string(Transport)) {
		if r.literal(lit) == None {
			return nil
		}
		return lit
	}
	if w, ok := catalog.TransparentTransportTypes[callmatch.TypeName(t)]; ok && keyed(lit) {
		if base := astindex.LitField(lit, w.Base); base != nil {
			return r.Endless(base)
		}
		return lit
	}
	named := callmatch.Named(t)
	if named == nil || !r.passesOn(named) {
		return nil
	}
	if !r.givesTransport(lit) && r.fallsBack(named) {
		return lit
	}
	return r.wraps(lit, r.Endless)
}

// passesOn reports whether RoundTrip of a type sets no limit.
func (r *Result) passesOn(named *types.Named) bool {
	if named.Obj().Pkg() != r.pass.Pkg {
		return r.pass.ImportObjectFact(named.Origin().Obj(), new(Passes))
	}
	for m := range named.Methods() {
		decl := r.decls[m.Origin()]
		if m.Name() != "RoundTrip" || decl == nil {
			continue
		}
		timed := false
		ast.Inspect(decl, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				timed = timed || catalog.Timers[callmatch.CalleeName(r.pass.TypesInfo, call)]
			}
			return !timed
		})
		return !timed
	}
	return false
}

func isRoundTripper(t types.Type) bool {
	if t == nil {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "RoundTrip")
	_, ok := obj.(*types.Func)
	return ok
}

// endlessConstructor judges what a function of this package returns, if that is
// a literal of a wrapper around one of its parameters.
func (r *Result) endlessConstructor(call *ast.CallExpr) ast.Expr {
	fn := callmatch.Callee(r.pass.TypesInfo, call)
	if fn == nil || fn.Signature().Variadic() {
		return nil
	}
	decl := r.decls[fn.Origin()]
	if decl == nil || len(decl.Body.List) != 1 {
		return nil
	}
	ret, ok := decl.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return nil
	}
	expr := ast.Unparen(ret.Results[0])
	if amp, ok := expr.(*ast.UnaryExpr); ok {
		expr = ast.Unparen(amp.X)
	}
	lit, ok := expr.(*ast.CompositeLit)
	if !ok {
		return nil
	}
	if named := callmatch.Named(r.pass.TypesInfo.TypeOf(lit)); named == nil || !r.passesOn(named) {
		return nil
	}
	params := slices.Collect(fn.Origin().Signature().Params().Variables())
	return r.wraps(lit, func(elt ast.Expr) ast.Expr {
		id, ok := ast.Unparen(elt).(*ast.Ident)
		if !ok {
			return r.Endless(elt)
		}
		v, _ := r.pass.TypesInfo.Uses[id].(*types.Var)
		if i := slices.Index(params, v); i >= 0 && i < len(call.Args) {
			return r.Endless(call.Args[i])
		}
		return nil
	})
}

// wraps returns the last of the endless round trippers that lit holds, nil when it holds
// none, or another one.
func (r *Result) wraps(lit *ast.CompositeLit, endless func(ast.Expr) ast.Expr) ast.Expr {
	var inner ast.Expr
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			elt = kv.Value
		}
		if isRoundTripper(r.pass.TypesInfo.TypeOf(elt)) {
			if inner = endless(elt); inner == nil {
				return nil
			}
		}
	}
	return inner
}
