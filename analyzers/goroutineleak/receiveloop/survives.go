package receiveloop

import (
	"fmt"
	"go/ast"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportSurvives reports the read of a stream
//
//	line, err := r.ReadString('\n')
//	if err == io.EOF {
//		break
//	}
//
// in a loop that ends with the errors for which it asks, and reads again after any other, which then fails again. The
// evidence is a path back to the read on which the error is none of those it is compared with, nothing pauses, and
// nothing else looks at the error, a comparison with nil included.
func reportSurvives(p *check.Pass) {
	flow := ssaflow.Of(p.Pass)
	for _, fn := range flow.SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			call, ok := instr.(*ssa.Call)
			if !ok || !catalog.StreamReads[ssaflow.Callee(&call.Call)] || !ssaflow.Reaches(call.Block(), call.Block()) || p.Quiet(call.Pos()) {
				continue
			}
			w := &walk{flow: flow, read: call, seen: make(map[*ssa.BasicBlock]bool)}
			if err := errorOf(call); err != nil && !replaced(call) && w.from(call.Block(), w.after(), []ssa.Value{err}) && w.asked != nil {
				w.report(p)
			}
		}
	}
}

// errorOf returns the error of a call, nil where it is dropped or goes to a variable that literals share.
func errorOf(call *ssa.Call) ssa.Value {
	v := ssa.Value(call)
	if results := call.Call.Signature().Results(); results.Len() > 1 {
		v = nil
		for _, ref := range ssabuild.Referrers(call) {
			if x, ok := ref.(*ssa.Extract); ok && x.Index == results.Len()-1 {
				v = x
			}
		}
	}
	if v == nil || slices.ContainsFunc(ssabuild.Referrers(v), func(ref ssa.Instruction) bool { _, stored := ref.(*ssa.Store); return stored }) {
		return nil
	}
	return v
}

// replaced reports whether the loop may read from another stream the next time.
func replaced(call *ssa.Call) bool {
	from := ssa.Value(nil)
	for _, arg := range append([]ssa.Value{call.Call.Value}, call.Call.Args...) {
		if _, fn := arg.(*ssa.Function); !fn {
			from = arg
			break
		}
	}
	for {
		switch v := from.(type) {
		case *ssa.MakeInterface:
			from = v.X
		case *ssa.ChangeInterface:
			from = v.X
		case *ssa.UnOp: // a field of what stays the same
			addr, ok := v.X.(*ssa.FieldAddr)
			if !ok {
				return true
			}
			from = addr.X
		case *ssa.FieldAddr:
			from = v.X
		case ssa.Instruction:
			return ssaflow.Reaches(call.Block(), v.Block())
		default:
			return from == nil
		}
	}
}

func (w *walk) report(p *check.Pass) {
	cur, ok := ssainstr.CursorAt(p, w.read.Pos())
	if !ok || p.Reported(w.read.Pos()) {
		return
	}
	var doubts []check.Doubt
	if w.other != nil {
		doubts = append(doubts, check.Doubting(verdict.OtherEnd, w.read.Pos()))
	}
	for c := range cur.Enclosing((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		p.Report(check.Finding{
			At: call,
			Message: fmt.Sprintf("loop spins after an error of %s for which it does not ask at %s: the next read fails as well",
				p.Name(call.Fun), p.Where(w.asked.Cond.Pos(), call.Pos())),
			Trace:  []check.Hop{{Pos: w.asked.Cond.Pos(), Message: "only this error is asked for here"}},
			Doubts: doubts,
		})
		return
	}
}
