package httptimeout

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

const pprof = "net/http/pprof"

// onlyProfiles reports whether a handler serves nothing but net/http/pprof: who
// gets at that can do worse than to be slow. A nil expression, like nil itself,
// is the default mux, which the package has to import pprof for and use for
// nothing else.
func onlyProfiles(p *check.Pass, handler ast.Expr) bool {
	if handler == nil || p.TypesInfo.Types[handler].IsNil() {
		return importsPprof(p.Pkg) && !registers(p)
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

// registersProfile reports whether the mux at cur is given a handler of pprof's.
func registersProfile(p *check.Pass, cur inspector.Cursor) bool {
	call, ok := cur.Parent().Parent().Node().(*ast.CallExpr)
	if !ok || !catalog.MuxRegistrations[callmatch.CalleeName(p.TypesInfo, call)] {
		return false
	}
	found := false
	ast.Inspect(call.Args[1], func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			fn := callmatch.Func(p.TypesInfo, sel)
			found = found || fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == pprof
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

// registers reports whether the package gives the default mux a handler, or hands
// it on.
func registers(p *check.Pass) bool {
	for _, obj := range p.TypesInfo.Uses {
		switch obj := obj.(type) {
		case *types.Func:
			if catalog.MuxRegistrations[callmatch.Name(obj)] && obj.Signature().Recv() == nil {
				return true
			}
		case *types.Var:
			if obj.Pkg() != nil && obj.Pkg().Path() == "net/http" && obj.Name() == "DefaultServeMux" {
				return true
			}
		}
	}
	return false
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
