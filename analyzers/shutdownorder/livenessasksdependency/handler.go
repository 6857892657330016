package livenessasksdependency

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/outbound"
)

// A route is a call that registers handlers for the path of a probe.
type route struct {
	call     *ast.CallExpr
	path     string
	kind     string // of [catalog.ProbePaths]
	handlers []ast.Node
}

// routeOf returns the route that a call registers, nil if it is none of a probe.
func routeOf(p *check.Pass, call *ast.CallExpr) *route {
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
		r := &route{call: call, path: path, kind: kind}
		for _, h := range call.Args[i+1:] {
			r.handlers = append(r.handlers, bodies(p, h)...)
		}
		if len(r.handlers) > 0 {
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
		return declared(p, callmatch.Callee(p.TypesInfo, expr))
	case *ast.Ident, *ast.SelectorExpr:
		return declared(p, callmatch.Func(p.TypesInfo, expr))
	}
	return nil
}

func declared(p *check.Pass, fn *types.Func) []ast.Node {
	if fn == nil {
		return nil
	}
	if decl := astindex.Of(p.Pass).Decls[fn.Origin()]; decl != nil && decl.Body != nil {
		return []ast.Node{decl.Body}
	}
	return nil
}

// asks returns the call by which handlers that can answer that they fail ask a dependency, nil if there is
// none.
func asks(p *check.Pass, handlers []ast.Node) *ast.CallExpr {
	for _, body := range handlers {
		if found := asked(p, body, 3); found != nil && fails(p, body) {
			return found
		}
	}
	return nil
}

// asked returns the first call in a body, or in functions of the package that it calls, that asks another
// process and can fail.
func asked(p *check.Pass, body ast.Node, depth int) (found *ast.CallExpr) {
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found != nil {
			return found == nil
		}
		fn := callmatch.Callee(p.TypesInfo, call)
		if fn == nil {
			return true
		}
		if asksOther(p, fn) {
			found = call
			return false
		}
		if depth > 0 {
			for _, inner := range declared(p, fn) {
				if asked(p, inner, depth-1) != nil {
					found = call
				}
			}
		}
		return found == nil
	})
	return found
}

// asksOther reports whether a function asks another process, as is known of it or says its name.
func asksOther(p *check.Pass, fn *types.Func) bool {
	name := callmatch.Name(fn)
	if catalog.Asks[name] || catalog.Sends[name] {
		return true
	}
	if astindex.Of(p.Pass).Decls[fn.Origin()] != nil {
		return false
	}
	pings := catalog.Words(fn.Name())[0] == "ping" && fn.Signature().Recv() != nil && callmatch.CanFail(fn.Signature())
	return pings || fn.Pkg() != p.Pkg && outbound.Of(p.Pass).Sends(fn)
}

// fails reports whether a handler has an answer of a failed server.
func fails(p *check.Pass, body ast.Node) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		expr, ok := n.(ast.Expr)
		if !ok || found {
			return !found
		}
		if v := p.TypesInfo.Types[expr].Value; v != nil && v.Kind() == constant.Int {
			status, exact := constant.Int64Val(v)
			found = exact && status >= 500 && status < 600
		}
		return !found
	})
	return found
}
