// Package probe finds the routes that the probes of a platform ask.
package probe

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// A Route is a call that registers handlers for the path of a probe.
type Route struct {
	Call     *ast.CallExpr
	Path     string
	Kind     string // of [catalog.ProbePaths]
	Handlers []ast.Node
}

// RouteOf returns the route that a call registers, nil if it is none of a probe.
func RouteOf(p *check.Pass, call *ast.CallExpr) *Route {
	for i, arg := range call.Args {
		v := p.TypesInfo.Types[arg].Value
		if v == nil || v.Kind() != constant.String || i+1 == len(call.Args) {
			continue
		}
		pattern := constant.StringVal(v)
		path := pattern[strings.IndexByte(pattern, ' ')+1:]
		kind, ok := catalog.ProbePaths[path]
		if !ok {
			continue
		}
		r := &Route{Call: call, Path: path, Kind: kind}
		for _, h := range call.Args[i+1:] {
			r.Handlers = append(r.Handlers, bodies(p, h)...)
		}
		if len(r.Handlers) > 0 {
			return r
		}
	}
	return nil
}

// bodies returns the functions of the package that a handler consists of: a literal, a function or
// method, what a function of the package returns, and any of those in a conversion.
func bodies(p *check.Pass, expr ast.Expr) []ast.Node {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.FuncLit:
		return []ast.Node{expr.Body}
	case *ast.CallExpr:
		if p.TypesInfo.Types[expr.Fun].IsType() && len(expr.Args) == 1 {
			return bodies(p, expr.Args[0])
		}
		return Declared(p, callmatch.Callee(p.TypesInfo, expr))
	case *ast.Ident, *ast.SelectorExpr:
		return Declared(p, callmatch.Func(p.TypesInfo, expr))
	}
	return nil
}

// Declared returns the body of a function of the package, none for others.
func Declared(p *check.Pass, fn *types.Func) []ast.Node {
	if fn == nil {
		return nil
	}
	if decl := astindex.Of(p.Pass).Decls[fn.Origin()]; decl != nil && decl.Body != nil {
		return []ast.Node{decl.Body}
	}
	return nil
}
