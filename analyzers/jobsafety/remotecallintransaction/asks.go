package remotecallintransaction

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/publishing"
	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/txregion"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/outbound"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/transactions"
)

// asks reports whether a call waits for another machine, or the client of a request, and takes no part in the
// transaction.
func asks(p *check.Pass, h *txregion.Held, call *ast.CallExpr) bool {
	fn := callmatch.Callee(p.TypesInfo, call)
	if fn == nil || fn.Pkg() == nil || catalog.Buffers[callmatch.Name(fn)] || p.Quiet(call.Pos()) {
		return false
	}
	if catalog.ReadsForms[callmatch.Name(fn)] {
		return true
	}
	if _, client := catalog.RemoteClients[fn.Pkg().Path()]; client || !outbound.Of(p.Pass).Sends(fn) && standsFor(p, fn) == unlike {
		return false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if ok && h.Tx != nil && callmatch.Root(p.TypesInfo, sel.X) == types.Object(h.Tx) {
		return false
	}
	return !takesPart(p, h, call, fn) && publishing.Call(p, call, 2) == nil
}

// takesPart reports whether a call passes the transaction to a function that is reported itself.
func takesPart(p *check.Pass, h *txregion.Held, call *ast.CallExpr, fn *types.Func) bool {
	if recv := fn.Signature().Recv(); h.Argument(p.TypesInfo, call) < 0 || recv != nil && types.IsInterface(recv.Type()) {
		return false
	}
	return fn.Pkg() == p.Pkg || transactions.TypeOf(h.Tx.Type()) == transactions.Tx && !callmatch.Foreign(p.Pass, fn)
}
