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
	e := endedAt(p, cur, cur.Node().(*ast.CallExpr).Args[0])
	switch {
	case e == nil || ctxuse.Of(p.Pass).Kept(fn, 0) || onlyWaits(p, fn):
	case e.Group && callmatch.CanFail(fn.Signature()):
		reportCleanup(p, cur, e)
	case !e.Group && (fn.Pkg() == p.Pkg || fn.Signature().Results().Len() > 0):
		reportCleanup(p, cur, e, check.Doubting(verdict.UnknownCallee, cur.Node().Pos()))
	}
}

// onlyWaits reports whether a function of the package passes its context to no call that may
// fail for it: it works until the context ends, and returns.
func onlyWaits(p *check.Pass, fn *types.Func) bool {
	decl := astindex.Of(p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil {
		return false
	}
	passed := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		for i, arg := range call.Args {
			id, ok := ast.Unparen(arg).(*ast.Ident)
			passed = passed || ok && p.TypesInfo.Uses[id] == fn.Origin().Signature().Params().At(0) && !ctxuse.Of(p.Pass).IdleCall(call, i)
		}
		return !passed
	})
	return !passed
}
