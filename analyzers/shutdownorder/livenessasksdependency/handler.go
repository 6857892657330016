package livenessasksdependency

import (
	"go/ast"
	"go/constant"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/probe"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/outbound"
)

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
			for _, inner := range probe.Declared(p, fn) {
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
