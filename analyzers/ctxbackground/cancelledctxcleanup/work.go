package cancelledctxcleanup

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportWork reports a call that can fail and is no cleanup by its name: what it is to do at
// the end is not done. A context that ends with its errgroup is easily mistaken for the one
// around the group, whose name it often has.
func reportWork(p *check.Pass, cur inspector.Cursor, fn *types.Func) {
	call := cur.Node().(*ast.CallExpr)
	e := endedAt(p, cur, call.Args[0])
	switch {
	case e == nil || ctxuse.Of(p.Pass).Kept(fn, 0):
	case onlyWaits(p, fn):
		p.Safe(call, p.Source(call.Fun), verdict.Ended, fn.Pos())
	case e.Group && callmatch.CanFail(fn.Signature()):
		reportCleanup(p, cur, e)
	case !e.Group && (fn.Pkg() == p.Pkg || fn.Signature().Results().Len() > 0):
		reportCleanup(p, cur, e, check.Doubting(verdict.UnknownCallee, call.Pos()))
	}
}

// onlyWaits reports whether a function of the package does nothing with its context but to ask
// whether it has ended, or to pass it to what waits for it no more: it works until the context
// ends, and returns.
func onlyWaits(p *check.Pass, fn *types.Func) bool {
	decl := astindex.Of(p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil {
		return false
	}
	ctx := fn.Origin().Signature().Params().At(0)
	harmless := make(map[*ast.Ident]bool)
	only := true
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if id, ok := n.X.(*ast.Ident); ok {
				harmless[id] = true
			}
		case *ast.CallExpr:
			for i, arg := range n.Args {
				if id, ok := arg.(*ast.Ident); ok && ctxuse.Of(p.Pass).IdleCall(n, i) {
					harmless[id] = true
				}
			}
		case *ast.Ident:
			only = only && (harmless[n] || p.TypesInfo.Uses[n] != ctx)
		}
		return only
	})
	return only
}
