package resource

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// noOtherSignal reports whether cond is the last comparison of a received signal with all that
// signal.Notify sends on its channel: it is never false, so that a default is not reached.
//
//	signal.Notify(c, syscall.SIGHUP, syscall.SIGTERM)
//	switch s := <-c; s {
//	case syscall.SIGTERM:
//	case syscall.SIGHUP:
//	default:
func noOtherSignal(cond ssa.Value) bool {
	v, name := comparedSignal(cond)
	if v == nil {
		return false
	}
	received, ok := v.(*ssa.UnOp)
	if !ok || received.Op != token.ARROW {
		return false
	}
	left := notified(received.X)
	if len(left) == 0 {
		return false
	}
	delete(left, name)
	for b := cond.(*ssa.BinOp).Block(); len(b.Preds) == 1 && len(left) > 0; b = b.Preds[0] {
		pred := b.Preds[0]
		branch, ok := pred.Instrs[len(pred.Instrs)-1].(*ssa.If)
		if !ok || pred.Succs[1] != b {
			break
		}
		if other, name := comparedSignal(branch.Cond); other == v {
			delete(left, name)
		}
	}
	return len(left) == 0
}

// comparedSignal returns the value that cond compares with a constant for equality, and that constant;
// nil for another condition.
func comparedSignal(cond ssa.Value) (v ssa.Value, name string) {
	bin, ok := cond.(*ssa.BinOp)
	if !ok || bin.Op != token.EQL {
		return nil, ""
	}
	if name = signalName(bin.Y); name == "" {
		return nil, ""
	}
	return bin.X, name
}

// signalName tells the constants that are signals apart, "" for other values: os.Interrupt is
// syscall.SIGINT.
func signalName(v ssa.Value) string {
	if load, ok := v.(*ssa.UnOp); ok {
		if global, ok := load.X.(*ssa.Global); ok {
			return map[string]string{"os.Interrupt": "2", "os.Kill": "9"}[global.Pkg.Pkg.Path()+"."+global.Name()]
		}
	}
	boxed, ok := v.(*ssa.MakeInterface)
	if !ok {
		return ""
	}
	constant, ok := boxed.X.(*ssa.Const)
	if !ok || constant.Value == nil {
		return ""
	}
	return constant.Value.ExactString()
}

// notified returns the signals that are sent on a channel which is made here, nil if they are not known or
// something else may be sent.
func notified(channel ssa.Value) map[string]bool {
	made, ok := channel.(*ssa.MakeChan)
	if !ok {
		return nil
	}
	names := make(map[string]bool)
	for _, ref := range ssabuild.Referrers(made) {
		switch ref := ref.(type) {
		case *ssa.DebugRef, *ssa.UnOp:
		case *ssa.ChangeType: // to chan<- os.Signal
			for _, use := range ssabuild.Referrers(ref) {
				if !notifies(use, names) {
					return nil
				}
			}
		default:
			return nil
		}
	}
	return names
}

// notifies notes the signals of a call of signal.Notify; ok is false for other uses but signal.Stop.
func notifies(use ssa.Instruction, names map[string]bool) (ok bool) {
	call, isCall := use.(ssa.CallInstruction)
	if !isCall {
		return false
	}
	name := ssaflow.Callee(call.Common())
	if name != "os/signal.Notify" {
		return name == "os/signal.Stop"
	}
	args, ok := ssaflow.Variadic(call.Common().Args[1])
	if !ok {
		return false
	}
	for _, arg := range args {
		name := signalName(arg)
		if name == "" {
			return false
		}
		names[name] = true
	}
	return true
}
