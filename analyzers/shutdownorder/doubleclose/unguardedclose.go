package doubleclose

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/closesonce"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportUnguarded reports a method that closes a channel whenever it is called, if no known
// code calls it a second time.
func reportUnguarded(p *check.Pass, once *closesonce.Result, fn *types.Func) {
	m := once.Methods()[fn]
	switch {
	case !m.Builtin || m.Later && !syntax.Ends[fn.Name()] || forbidsSecond(p, fn):
		return
	case calledOnce(p, fn):
		p.Safe(m.Call, fn.Name()+" closes "+p.Source(m.Call.Args[0]), verdict.CalledOnce, fn.Pos())
		return
	}
	doubts := []check.Doubt{check.Doubting(verdict.OneCall, fn.Pos())}
	switch {
	case !leftToImporters(p, fn, m.Call.Args[0]):
	case isCloser(p, fn):
		doubts = p.Elsewhere(m.Call.Pos())
	default:
		doubts[0].Doubt = verdict.NoSecondCall
	}
	p.Report(check.Finding{
		At: m.Call,
		Message: fmt.Sprintf("a second call of %s panics with \"close of closed channel\": every call closes %s",
			fn.Name(), p.Source(m.Call.Args[0])),
		Doubts: doubts,
		Fix:    fixOnce(p, m.Call),
	})
}

// leftToImporters reports whether a method gives the signal to stop, and is called by other
// packages only: how often, nothing here shows. A channel of data is closed by its sender,
// once.
func leftToImporters(p *check.Pass, method *types.Func, ch ast.Expr) bool {
	recv := syntax.ReceiverType(method)
	if p.Pkg.Name() == "main" || recv == nil || !recv.Obj().Exported() || len(astindex.Of(p.Pass).Calls[method]) > 0 {
		return false
	}
	return callmatch.IsSignal(p.TypesInfo.TypeOf(ch))
}

// isCloser reports whether callers of a method may call it a second time: a Close, which they
// defer and then call to see its error, or one whose documentation says so.
func isCloser(p *check.Pass, method *types.Func) bool {
	sig := method.Signature()
	if method.Name() == "Close" && sig.Params().Len() == 0 && sig.Results().Len() <= 1 {
		return true
	}
	decl := astindex.Of(p.Pass).Decls[method]
	return decl != nil && check.Says(decl.Doc, "more than once", "twice", "several times", "multiple times", "idempotent", "again", "as well as from", "called concurrently", "concurrent calls")
}

// forbidsSecond reports whether the documentation says that the second call panics.
func forbidsSecond(p *check.Pass, method *types.Func) bool {
	decl := astindex.Of(p.Pass).Decls[method]
	return decl != nil && check.Says(decl.Doc, "panic", "panics", "called once", "once only", "only once")
}

// calledOnce reports whether all calls of a method are known, and there is at most
// one, which no loop repeats.
func calledOnce(p *check.Pass, method *types.Func) bool {
	flow := ssaflow.Of(p.Pass)
	for _, fn := range flow.SSA.Funcs {
		if fn.Object() == types.Object(method) {
			callers, complete := flow.Callers(fn)
			return complete && len(callers) <= 1 && !(len(callers) == 1 && repeats(callers[0]))
		}
	}
	return false
}

func repeats(call ssa.CallInstruction) bool { return ssaflow.Reaches(call.Block(), call.Block()) }
