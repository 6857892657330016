package readywhiledraining

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/probe"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// reportUnread reports the route of a readiness probe that answers the same always, where the package sets a flag
// before it shuts its server down, and reads it nowhere:
//
//	func (h *Health) ready(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusOK) }
//
//	h.draining.Store(true)
//	srv.Shutdown(ctx)
func reportUnread(p *check.Pass, stops []inspector.Cursor) {
	flag, set := unreadFlag(p, stops)
	if flag == nil {
		return
	}
	for _, to := range calls.All(p.Pass) {
		r := probe.RouteOf(p, to.Expr)
		if r == nil || r.Kind != "ready" || p.Quiet(r.Call.Pos()) || !slices.ContainsFunc(r.Handlers, func(body ast.Node) bool { return alike(p, body) }) {
			continue
		}
		p.Report(check.Finding{
			At: r.Handlers[0],
			Message: fmt.Sprintf("load balancers keep sending requests during the shutdown: %s answers the same always, and nothing reads %s, which is set before the shutdown (%s)",
				r.Path, flag.Name(), p.Where(set.Pos(), r.Handlers[0].Pos())),
			Trace: []check.Hop{{Pos: set.Pos(), Message: "set here"}},
		})
		return
	}
}

// unreadFlag returns an unexported field that is set in front of a shutdown, in the same function, and that nothing
// in the package reads.
func unreadFlag(p *check.Pass, stops []inspector.Cursor) (*types.Var, *ast.CallExpr) {
	for cur, to := range calls.All(p.Pass) {
		if to.Name != "(*sync/atomic.Bool).Store" || !beside(cur, stops).Valid() || beside(cur, stops).Node().Pos() < cur.Node().Pos() {
			continue
		}
		field := callmatch.Field(p.TypesInfo, syntax.Selector(to.Expr.Fun).X)
		if field == nil || field.Exported() || !p.TypesInfo.Types[to.Expr.Args[0]].IsValue() {
			continue
		}
		if !slices.ContainsFunc(astindex.Of(p.Pass).Uses[field], func(use *ast.Ident) bool { return reads(p, use) }) {
			return field, to.Expr
		}
	}
	return nil, nil
}

// reads reports whether a use of an atomic flag does more than to set it.
func reads(p *check.Pass, use *ast.Ident) bool {
	cur, ok := syntax.CursorOf(p, use)
	if !ok {
		return true
	}
	for c := range cur.Enclosing((*ast.CallExpr)(nil)) {
		return callmatch.CalleeName(p.TypesInfo, c.Node().(*ast.CallExpr)) != "(*sync/atomic.Bool).Store"
	}
	return true
}

// alike reports whether a handler has no branch: it answers the same always.
func alike(p *check.Pass, body ast.Node) bool {
	same := true
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt, *ast.SwitchStmt, *ast.SelectStmt, *ast.ForStmt, *ast.RangeStmt, *ast.FuncLit:
			same = false
		case *ast.CallExpr:
			fn := callmatch.Callee(p.TypesInfo, n)
			same = same && (fn == nil || fn.Pkg() != p.Pkg)
		}
		return same
	})
	return same
}
