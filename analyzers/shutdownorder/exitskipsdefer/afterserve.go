package exitskipsdefer

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/loss"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/serving"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportAfterServe reports an exit that follows the shutdown of a server in a goroutine, while the function
// that serves ends what it has used: the serving call has returned as soon as the shutdown began.
//
//	go func() {
//		<-sig
//		srv.Shutdown(ctx)
//		os.Exit(0)
//	}()
//	err := srv.ListenAndServe()
//	queue.Close() // may be interrupted
func reportAfterServe(p *check.Pass) {
	stops := serving.EarlyStops(p)
	if len(stops) == 0 {
		return
	}
	for _, fn := range ssaflow.Of(p.Pass).SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			serve, ok := instr.(*ssa.Call)
			if !ok || p.Quiet(serve.Pos()) || serving.Served(p, &serve.Call) == "" {
				continue
			}
			if stop := serving.StopBeside(p, serve, stops); stop != nil {
				reportExitBeside(p, serve, stop)
			}
		}
	}
}

func reportExitBeside(p *check.Pass, serve, stop *ssa.Call) {
	exit := exitAfter(stop)
	if exit == nil || p.Quiet(exit.Pos()) {
		return
	}
	call, served := ssainstr.CallExpr(p, exit.Pos()), ssainstr.CallExpr(p, serve.Pos())
	end, doubts := endAfter(p, serve)
	if call == nil || served == nil || end == nil {
		return
	}
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("%s interrupts %s (%s), which runs at the same time: %s returns as soon as %s begins (%s)",
			p.Source(call.Fun), p.Name(ssainstr.CallExpr(p, end.Pos()).Fun), p.Where(end.Pos(), call.Pos()), p.Name(served.Fun), p.Name(ssainstr.CallExpr(p, stop.Pos()).Fun), p.Where(stop.Pos(), call.Pos())),
		Trace:  []check.Hop{{Pos: served.Pos(), Message: "returns when the shutdown begins"}, {Pos: end.Pos(), Message: "ends what was served with"}},
		Doubts: doubts,
	})
}

// exitAfter returns an exit that follows the shutdown in its function, if it waits for nothing before that.
func exitAfter(stop *ssa.Call) *ssa.Call {
	var exit *ssa.Call
	for instr := range ssaflow.Instrs(stop.Parent()) {
		if instr == ssa.Instruction(stop) || !ssaflow.Follows(stop, instr) {
			continue
		}
		switch instr := instr.(type) {
		case *ssa.UnOp:
			if instr.Op == token.ARROW {
				return nil
			}
		case *ssa.Select:
			return nil
		case *ssa.Call:
			name := ssaflow.Callee(&instr.Call)
			if catalog.Joins[name] {
				return nil
			}
			if _, exits := catalog.Exits[name]; exits && exit == nil {
				exit = instr
			}
		}
	}
	return exit
}

// endAfter returns what ends something after the serving call, one that is missed if there is any.
func endAfter(p *check.Pass, serve *ssa.Call) (end *ssa.Call, doubts []check.Doubt) {
	last := lastReturn(serve.Parent())
	for instr := range ssaflow.Instrs(serve.Parent()) {
		call, ok := instr.(*ssa.Call)
		if !ok || call == serve || last == nil || !ssaflow.Follows(serve, call) || !call.Block().Dominates(last) || !endsValue(&call.Call) || serving.StopsServer(p, call, serve) {
			continue
		}
		l := loss.Of(p, ssainstr.CallExpr(p, call.Pos()))
		if l != nil && len(l.Doubts) == 0 {
			return call, nil
		}
		if end == nil {
			end = call
			doubts = []check.Doubt{check.Doubting(verdict.NothingWon, call.Pos())}
		}
	}
	return end, doubts
}

// endsValue reports whether a call is one of a method that ends something, by its name.
func endsValue(call *ssa.CallCommon) bool {
	fn := ssaflow.Object(call)
	return fn != nil && fn.Signature().Recv() != nil && catalog.EndsByName(fn.Name())
}

// lastReturn returns the block of the last return in the source: those before it are for failures.
func lastReturn(fn *ssa.Function) (last *ssa.BasicBlock) {
	at := token.NoPos
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && b != fn.Recover && (last == nil || ret.Pos() > at || !ret.Pos().IsValid()) {
			last, at = b, ret.Pos()
		}
	}
	return last
}
