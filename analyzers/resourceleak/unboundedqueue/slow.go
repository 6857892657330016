package unboundedqueue

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/outbound"
)

// slow returns the call that a loop makes with what it takes, and whether it is known to ask another machine: its name
// says so, or what it runs.
func (q *queue) slow() (found *ast.CallExpr, sure bool) {
	for _, decl := range astindex.Funcs(q.p.Pass) {
		if q.p.Quiet(decl.Pos()) {
			continue
		}
		ast.Inspect(decl.Body, func(n ast.Node) bool {
			loop, ok := n.(*ast.ForStmt)
			if ok && q.takes(loop, decl) {
				if call, known := q.lasts(loop); call != nil && (found == nil || known && !sure) {
					found, sure = call, known
				}
			}
			return true
		})
	}
	return found, sure
}

// takes reports whether a loop takes from the queue, itself or by a function that it calls.
func (q *queue) takes(loop *ast.ForStmt, around *ast.FuncDecl) (found bool) {
	ast.Inspect(loop, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			decl := q.called(n)
			found = found || decl != nil && q.takers[decl]
		case *ast.SelectorExpr:
			found = found || q.takers[around] && callmatch.Field(q.p.TypesInfo, n) == q.field
		}
		return !found
	})
	return found
}

// lasts returns the call of a loop that may take long.
func (q *queue) lasts(loop *ast.ForStmt) (found *ast.CallExpr, sure bool) {
	ast.Inspect(loop.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return !sure
		}
		fn := callmatch.Callee(q.p.TypesInfo, call)
		if fn == nil {
			return true
		}
		asks := outbound.Of(q.p.Pass).Sends(fn)
		if asks || found == nil && byInterface(fn) {
			found, sure = call, asks || catalog.NamedSend(fn.Name())
		}
		return !sure
	})
	return found, sure
}

// byInterface reports whether a function is a method of an interface that takes a context and can fail.
func byInterface(fn *types.Func) bool {
	sig := fn.Signature()
	return sig.Recv() != nil && types.IsInterface(sig.Recv().Type()) && callmatch.CanFail(sig) &&
		sig.Params().Len() > 1 && callmatch.IsType(sig.Params().At(0).Type(), "context.Context")
}
