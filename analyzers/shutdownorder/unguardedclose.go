package shutdownorder

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

var unguardedClose = &check.Check{
	Slug:       "unguarded-close",
	Title:      "method closes a channel whenever it is called: a second call would panic",
	Severity:   check.Low,
	Confidence: check.OptIn,
	Since:      "0.1.0",
	Run:        runUnguardedClose,
}

// runUnguardedClose reports
//
//	func (s *Service) Stop() { close(s.stop) }
//
// for exported methods whose every path closes a channel in a field of the
// receiver. Silent when any path avoids the close (a closed flag, a nil test, a
// select on the channel), when it runs in a Once, when it is what a goroutine
// does at its end (deferred, or in a method that is run as a goroutine), when the
// method makes the channel itself, and when all that may call it are this
// package's, once.
func runUnguardedClose(p *check.Pass) {
	if !closesAny(p) {
		return
	}
	flow := ssaflow.Of(p.Pass)
	for _, fn := range flow.SSA.Funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || !obj.Exported() || obj.Signature().Recv() == nil || p.Quiet(fn.Pos()) || asGoroutine(flow, fn) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(*ssa.Call)
				if !ok || !isClose(call) || !unconditional(fn, b) {
					continue
				}
				if addr := receiverField(fn, call.Call.Args[0]); addr != nil && !stores(fn, addr) && !calledOnce(flow, fn) {
					reportUnguardedClose(p, call, obj)
				}
			}
		}
	}
}

// closesAny is the early out: close is called in a method.
func closesAny(p *check.Pass) bool {
	for id, obj := range p.TypesInfo.Uses {
		if b, ok := obj.(*types.Builtin); ok && b.Name() == "close" && id.Pos().IsValid() {
			return true
		}
	}
	return false
}

func isClose(call *ssa.Call) bool {
	b, ok := call.Call.Value.(*ssa.Builtin)
	return ok && b.Name() == "close"
}

// asGoroutine reports whether this package runs fn as a goroutine.
func asGoroutine(flow *ssaflow.Flow, fn *ssa.Function) bool {
	for _, s := range flow.Starts() {
		for _, body := range s.Bodies {
			if body == fn {
				return true
			}
		}
	}
	return false
}

// calledOnce reports whether all calls of fn are known, and there is at most one.
func calledOnce(flow *ssaflow.Flow, fn *ssa.Function) bool {
	callers, complete := flow.Callers(fn)
	return complete && len(callers) <= 1
}

func reportUnguardedClose(p *check.Pass, call *ssa.Call, method *types.Func) {
	expr := callExpr(p, call.Pos())
	if expr == nil {
		return
	}
	ch := p.Source(expr.Args[0])
	p.Report(check.Finding{
		At:      expr,
		Message: fmt.Sprintf("every call of %s closes %s: a second one would panic with \"close of closed channel\"", method.Name(), ch),
		Fix:     fixOnce(p, method, expr),
	})
}
