package blockingunderlock

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/outbound"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/lockuse"
)

// reportBackoffs reports a pause between the attempts of a call to another machine, in a function whose caller holds
// a lock that other functions acquire:
//
//	func (o *Output) Flush(ctx context.Context) error {
//		o.mu.Lock()
//		defer o.mu.Unlock()
//		return o.writeBatch(ctx) // for range attempts { if err = o.sink.Write(ctx, b); err == nil { … }; time.Sleep(wait) }
//	}
//
// That the attempts have a limit makes the wait no shorter than all pauses and timeouts together.
func reportBackoffs(p *check.Pass, model *lockset.Package) {
	for _, b := range lockuse.Blockings(model, pauses) {
		loop := retryLoop(p, b.Instr.Pos())
		if loop == nil || p.Quiet(b.Instr.Pos()) || p.Reported(b.Instr.Pos()) || short(b.Instr) || !asksOthers(p, model, loop) {
			continue
		}
		for _, hold := range b.Holds {
			lock := source.CallAt(p, hold.Pos)
			if hold.Read || lock == nil || hold.Callee != nil || b.Func.Encloses(hold.Pos) && hold.Pos > loop.Pos() || !neededBy(model, b.Func, hold) || p.Reported(lock.Pos()) {
				continue
			}
			p.Report(check.Finding{
				At: lock,
				Message: fmt.Sprintf("other goroutines block on %s while a call to another machine is repeated: it is held during the pauses at %s",
					source.ReceiverText(p, lock), p.Where(b.Instr.Pos(), lock.Pos())),
				Trace: []check.Hop{{Pos: loop.Pos(), Message: "repeated with the lock held here"}, {Pos: b.Instr.Pos(), Message: "pauses here"}},
			})
			break
		}
	}
}

// short reports whether a pause is a constant of less than a second.
func short(instr ssa.Instruction) bool {
	d, ok := instr.(*ssa.Call).Call.Args[0].(*ssa.Const)
	return ok && d.Value != nil && d.Int64() < int64(time.Second)
}

// retryLoop returns the innermost loop around a position.
func retryLoop(p *check.Pass, pos token.Pos) ast.Stmt {
	for _, n := range source.PathTo(p, pos) {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return nil
		case *ast.ForStmt:
			return n
		case *ast.RangeStmt:
			return n
		}
	}
	return nil
}

// asksOthers reports whether a loop calls something that fails and asks another machine.
func asksOthers(p *check.Pass, model *lockset.Package, loop ast.Stmt) bool {
	found := false
	ast.Inspect(loop, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found || !fails(p.TypesInfo.TypeOf(call)) {
			return !found
		}
		fn := callmatch.Callee(p.TypesInfo, call)
		switch {
		case fn == nil:
		case model.ByObject[fn.Origin()] != nil:
			found = slow(p, model, model.ByObject[fn.Origin()].SSA, 2)
		default:
			found = types.IsInterface(receiverOf(fn)) && takesContext(fn) || outbound.Of(p.Pass).Sends(fn)
		}
		return !found
	})
	return found
}

// neededBy reports whether another function that importers or goroutines call acquires a lock.
func neededBy(model *lockset.Package, holder *lockset.Func, hold lockset.Hold) bool {
	return slices.ContainsFunc(model.Funcs, func(f *lockset.Func) bool {
		return f != holder && !f.Encloses(hold.Pos) && slices.Contains(f.Summary.Takes, hold.Key)
	})
}

// receiverOf returns the type of the receiver of a method, or that of a function.
func receiverOf(fn *types.Func) types.Type {
	if recv := fn.Signature().Recv(); recv != nil {
		return recv.Type()
	}
	return fn.Type()
}
