package servernotimeout

import (
	"go/ast"
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/valueflow"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// defaultMux adds what the package gives the default mux, by the import of pprof or one by
// one.
func (a *audience) defaultMux() {
	a.observes = a.observes || importsPprof(a.p.Pkg)
	in := a.p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.CallExpr)(nil), (*ast.SelectorExpr)(nil)) {
		switch n := cur.Node().(type) {
		case *ast.CallExpr:
			fn := callmatch.Callee(a.p.TypesInfo, n)
			if fn != nil && fn.Signature().Recv() == nil && catalog.HandlerRegistrations[callmatch.Name(fn)] {
				a.route(n)
			}
		case *ast.SelectorExpr:
			v, ok := a.p.TypesInfo.Uses[n.Sel].(*types.Var)
			if ok && isDefaultMux(v) {
				a.use(cur)
			}
		}
	}
}

func isDefaultMux(v *types.Var) bool {
	return v.Pkg() != nil && v.Pkg().Path() == "net/http" && v.Name() == "DefaultServeMux"
}

func importsPprof(pkg *types.Package) bool {
	for _, imported := range pkg.Imports() {
		if imported.Path() == "net/http/pprof" {
			return true
		}
	}
	return false
}

// served reports whether the handler at cur is given to a server.
func served(p *check.Pass, cur inspector.Cursor) bool {
	switch parent := cur.Parent().Node().(type) {
	case *ast.CallExpr:
		_, ok := catalog.HTTPServeFuncs[callmatch.CalleeName(p.TypesInfo, parent)]
		return ok
	case *ast.KeyValueExpr:
		lit, ok := cur.Parent().Parent().Node().(*ast.CompositeLit)
		return ok && callmatch.IsType(p.TypesInfo.TypeOf(lit), valueflow.HTTPServer)
	}
	return false
}

// route adds what one call registers.
func (a *audience) route(call *ast.CallExpr) {
	if a.observing(call.Args[1], false) {
		a.observes = true
		return
	}
	pattern := constantOf(a.p, call.Args[0])
	ok, observes := catalog.OperatorRoute(pattern)
	a.observes = a.observes || observes
	a.others = a.others || !ok && !(pattern == "/" && a.landing(call.Args[1]))
}

// observing reports whether a handler, or the one variable that it stands for, is one of
// [catalog.ObservationPackages]. What a literal calls counts for one route, not for a whole
// handler, which may have others.
func (a *audience) observing(handler ast.Expr, whole bool) bool {
	if id, ok := ast.Unparen(handler).(*ast.Ident); ok {
		v, _ := a.p.TypesInfo.Uses[id].(*types.Var)
		if v == nil || v.Kind() != types.LocalVar {
			return false
		}
		values := valuesOf(a.p, v)
		return len(values) == 1 && values[0] != nil && values[0] != handler && a.observing(values[0], whole)
	}
	found := false
	ast.Inspect(handler, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			fn := callmatch.Func(a.p.TypesInfo, sel)
			found = found || fn != nil && fn.Pkg() != nil && catalog.ObservationPackages[fn.Pkg().Path()]
		}
		_, lit := n.(*ast.FuncLit)
		return !found && !(lit && whole)
	})
	return found
}

// landing reports whether a handler for "/" may be the page by which a server says what it
// is: one that is not seen, or that does not call the program's own code to answer.
func (a *audience) landing(handler ast.Expr) bool {
	var body ast.Node
	if lit, ok := ast.Unparen(handler).(*ast.FuncLit); ok {
		body = lit.Body
	} else if fn := callmatch.Func(a.p.TypesInfo, handler); fn != nil && astindex.Of(a.p.Pass).Decls[fn.Origin()] != nil {
		body = astindex.Of(a.p.Pass).Decls[fn.Origin()].Body
	}
	own := false
	if body != nil {
		ast.Inspect(body, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				fn := callmatch.Callee(a.p.TypesInfo, call)
				own = own || valueflow.OfModule(a.p, fn)
			}
			return !own
		})
	}
	return !own
}

// collects reports whether a type passes its metrics to a collector itself.
func collects(t types.Type) bool {
	if t == nil {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, catalog.Collector.Method)
	fn, ok := obj.(*types.Func)
	if !ok || fn.Signature().Params().Len() != 1 {
		return false
	}
	return types.TypeString(fn.Signature().Params().At(0).Type(), nil) == catalog.Collector.Param
}

// constantOf returns the string that an expression is, or that a flag is by default; empty
// if it is not known.
func constantOf(p *check.Pass, expr ast.Expr) string {
	if v := p.TypesInfo.Types[expr].Value; v != nil && v.Kind() == constant.String {
		return constant.StringVal(v)
	}
	star, ok := ast.Unparen(expr).(*ast.StarExpr)
	if !ok {
		return ""
	}
	v := valueflow.Variable(p.TypesInfo, star)
	if v == nil || v.IsField() || v.Pkg() != p.Pkg {
		return ""
	}
	values := valuesOf(p, v)
	if len(values) != 1 {
		return ""
	}
	call, ok := values[0].(*ast.CallExpr)
	if !ok {
		return ""
	}
	row, ok := catalog.Defaults[callmatch.CalleeName(p.TypesInfo, call)]
	if !ok || !row.Flag || row.Default >= len(call.Args) {
		return ""
	}
	return constantOf(p, call.Args[row.Default])
}

// valuesOf returns what a variable is given in the file that declares it, with nil for what
// is not seen.
func valuesOf(p *check.Pass, v *types.Var) []ast.Expr {
	for _, file := range p.Files {
		if file.FileStart <= v.Pos() && v.Pos() <= file.FileEnd {
			return valueflow.AssignedValues(p.TypesInfo, file, v)
		}
	}
	return nil
}

// isServerHandler reports whether an expression is the Handler of an http.Server.
func isServerHandler(p *check.Pass, sel *ast.SelectorExpr) bool {
	field := callmatch.Field(p.TypesInfo, sel)
	return field != nil && field.Name() == "Handler" && field.Pkg() != nil && field.Pkg().Path() == "net/http"
}
