package shutdownorder

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/closesonce"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

var unguardedClose = &check.Check{
	Slug:       "unguarded-close",
	Title:      "method closes a channel whenever it is called: a second call would panic",
	Severity:   check.Low,
	Confidence: check.Doubtful,
	Since:      "0.1.0",
	Run:        runUnguardedClose,
}

// runUnguardedClose reports
//
//	func (s *Service) Stop() { close(s.stop) }
//
// for exported methods that close a channel in a field of the receiver whenever
// they are called, and that double-close says nothing of. Silent when any path
// avoids the close (a closed flag, a nil test, a select on the channel), when it
// runs in a Once, when it is what a goroutine does at its end, when a method makes
// the channel, when all that may call it are this package's, once, and when the
// documentation forbids a second call.
func runUnguardedClose(p *check.Pass) {
	once := closesonce.Of(p.Pass)
	for fn, m := range once.Methods() {
		if m.Builtin && fn.Exported() && !p.Quiet(m.Call.Pos()) && !calledOnce(p, fn) && !forbidsSecond(p, fn) {
			reportUnguardedClose(p, m.Call, fn)
		}
	}
}

// forbidsSecond reports whether the documentation says that the second call panics.
func forbidsSecond(p *check.Pass, method *types.Func) bool {
	decl := astindex.Of(p.Pass).Decls[method]
	return decl != nil && check.Says(decl.Doc, "panic", "panics", "called once", "once only", "only once")
}

// calledOnce reports whether all calls of a method are known, and there is at most
// one.
func calledOnce(p *check.Pass, method *types.Func) bool {
	flow := ssaflow.Of(p.Pass)
	for _, fn := range flow.SSA.Funcs {
		if fn.Object() == types.Object(method) {
			callers, complete := flow.Callers(fn)
			return complete && len(callers) <= 1
		}
	}
	return false
}

func reportUnguardedClose(p *check.Pass, call *ast.CallExpr, method *types.Func) {
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("every call of %s closes %s: a second one would panic with \"close of closed channel\"",
			method.Name(), p.Source(call.Args[0])),
		Fix: fixOnce(p, method, call),
	})
}
