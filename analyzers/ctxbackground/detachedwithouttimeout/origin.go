package detachedwithouttimeout

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxflow"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// ofRoot reports whether the call at cur is given a root context itself.
func ofRoot(p *check.Pass, cur inspector.Cursor) bool {
	args := cur.Node().(*ast.CallExpr).Args
	call, ok := ast.Unparen(args[0]).(*ast.CallExpr)
	return ok && catalog.ContextRoots[callmatch.CalleeName(p.TypesInfo, call)]
}

// methodOf returns the type whose method cur stands in, nil for other functions.
func methodOf(p *check.Pass, cur inspector.Cursor) *types.Named {
	for decl := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		fn, ok := p.TypesInfo.Defs[decl.Node().(*ast.FuncDecl).Name].(*types.Func)
		if !ok || fn.Signature().Recv() == nil {
			return nil
		}
		return callmatch.Named(fn.Signature().Recv().Type())
	}
	return nil
}

// startsAlone reports whether a go statement calls what gets the context, and passes it nothing that would
// signal its end: it holds nothing of its starter, and no shutdown waits for it.
//
//	go enqueue(context.WithoutCancel(ctx), job)
func startsAlone(p *check.Pass, s ctxflow.Sink) bool {
	if _, ok := s.Call.Parent().Node().(*ast.GoStmt); !ok {
		return false
	}
	call := s.Call.Node().(*ast.CallExpr)
	return !slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
		t := p.TypesInfo.TypeOf(arg)
		switch callmatch.Deref(t).Underlying().(type) {
		case *types.Chan, *types.Signature:
			return true
		}
		return callmatch.IsType(callmatch.Deref(t), "sync.WaitGroup")
	})
}
