package httptimeout

import (
	"go/ast"
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

const pprof = "net/http/pprof"

// onlyProfiles reports whether a handler serves nothing but profiles and metrics, by
// [catalog.DeveloperHandlers]: who gets at the former can do worse than to be slow, and
// the latter is asked by a collector of one's own. A nil expression, like nil itself,
// is the default mux, which the package has to give such handlers, by the import of
// pprof or one by one, and no others but a page at its root.
func onlyProfiles(p *check.Pass, handler ast.Expr) bool {
	if handler == nil || p.TypesInfo.Types[handler].IsNil() {
		own, others := registered(p)
		return !others && (own > 0 || importsPprof(p.Pkg))
	}
	v := variable(p.TypesInfo, handler)
	if v == nil || v.Kind() != types.LocalVar || !callmatch.IsType(v.Type(), "net/http.ServeMux") {
		return false
	}
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	profiles := 0
	for _, id := range astindex.Of(p.Pass).Uses[v] {
		use, ok := astindex.Find(in, id)
		if !ok {
			return false
		}
		if served(p, use) {
			continue
		}
		if !registersProfile(p, use) {
			return false
		}
		profiles++
	}
	return profiles > 0
}

// served reports whether the mux at cur is given to a server.
func served(p *check.Pass, cur inspector.Cursor) bool {
	switch parent := cur.Parent().Node().(type) {
	case *ast.CallExpr:
		_, ok := catalog.HTTPServeFuncs[callmatch.CalleeName(p.TypesInfo, parent)]
		return ok
	case *ast.KeyValueExpr:
		lit, ok := cur.Parent().Parent().Node().(*ast.CompositeLit)
		return ok && callmatch.IsType(p.TypesInfo.TypeOf(lit), httpServer)
	}
	return false
}

// registersProfile reports whether the mux at cur is given a handler for developers.
func registersProfile(p *check.Pass, cur inspector.Cursor) bool {
	call, ok := cur.Parent().Parent().Node().(*ast.CallExpr)
	return ok && catalog.MuxRegistrations[callmatch.CalleeName(p.TypesInfo, call)] && forDevelopers(p, call)
}

// forDevelopers reports whether what a call registers is a handler for developers.
func forDevelopers(p *check.Pass, call *ast.CallExpr) bool {
	found := false
	ast.Inspect(call.Args[1], func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			fn := callmatch.Func(p.TypesInfo, sel)
			found = found || fn != nil && fn.Pkg() != nil && catalog.DeveloperHandlers[fn.Pkg().Path()]
		}
		return !found
	})
	return found
}

func importsPprof(pkg *types.Package) bool {
	for _, imported := range pkg.Imports() {
		if imported.Path() == pprof {
			return true
		}
	}
	return false
}

// registered counts the handlers for developers that the package gives the default
// mux, and reports whether it has others, or hands it on.
func registered(p *check.Pass) (own int, others bool) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		fn := callmatch.Callee(p.TypesInfo, call)
		switch {
		case fn == nil || !catalog.MuxRegistrations[callmatch.Name(fn)] || fn.Signature().Recv() != nil:
		case forDevelopers(p, call):
			own++
		case !isRoot(p, call.Args[0]):
			others = true
		}
	}
	for _, obj := range p.TypesInfo.Uses {
		v, ok := obj.(*types.Var)
		others = others || ok && v.Pkg() != nil && v.Pkg().Path() == "net/http" && v.Name() == "DefaultServeMux"
	}
	return own, others
}

// isRoot reports whether a pattern is that of the page by which a server of metrics
// says what it is.
func isRoot(p *check.Pass, pattern ast.Expr) bool {
	value := p.TypesInfo.Types[pattern].Value
	return value != nil && value.Kind() == constant.String && constant.StringVal(value) == "/"
}

// servesProfiles reports whether the server literal n serves profiles only.
func servesProfiles(p *check.Pass, n ast.Node) bool {
	lit, ok := n.(*ast.CompositeLit)
	if !ok {
		return false
	}
	handler := litField(lit, "Handler")
	return handler != nil && onlyProfiles(p, handler)
}
