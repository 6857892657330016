package leftopen

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A replacement is a store of what is opened into a field of the receiver, by a method that is called
// when the field is set.
type replacement struct {
	*opened
	place // the field; set by the method
	store *ssa.Store
	field *types.Var
	owner *types.Named
	again ssa.CallInstruction // the call of the method when the field is set, nil where its name says so
}

// overwritten reports what replaces one that is still open, and reports whether it did.
//
//	func (l *Log) next() error { f, err := os.Create(l.name()); …; l.f = f; return nil }
//
// where a method calls it that is not the first to do so. Safe where the method, or what calls it, looks
// at the field before, and where what is opened is closed by a goroutine that gets it.
func (c *opened) overwritten(p *check.Pass) bool {
	r := c.replacement(p)
	if r == nil || r.touched(r.fn, r.store, 2) || !r.repeated() {
		return false
	}
	doubts := c.Rank(p)
	if at := r.closedElsewhere(); at != nil {
		doubts = append(doubts, check.Doubting(verdict.Alternatives, at.Pos()))
	}
	var trace []check.Hop
	if r.again != nil {
		trace = append(trace, check.Hop{Pos: r.again.Pos(), Message: "called here when it is set"})
	}
	name := r.owner.Obj().Name() + "." + r.field.Name()
	p.Report(check.Finding{
		At:      c.Call,
		Message: fmt.Sprintf("%s is opened again here while the one before is open: nothing closes that when it is replaced at %s: %s", name, p.Where(r.store.Pos(), c.Call.Pos()), c.Cost),
		Trace:   trace,
		Doubts:  doubts,
		Fix:     r.fix(),
	})
	return true
}

func (c *opened) replacement(p *check.Pass) *replacement {
	if !c.known || c.value == nil {
		return nil
	}
	fn, addr := c.SSA.Parent(), site.FieldOf(c.value)
	if addr == nil || fn.Signature.Recv() == nil || !isReceiver(fn, addr.X) {
		return nil
	}
	r := &replacement{opened: c, field: ssaflow.Field(addr), owner: callmatch.Named(addr.X.Type())}
	r.place = place{p, fn, func(load *ssa.UnOp) bool {
		addr, ok := load.X.(*ssa.FieldAddr)
		return ok && ssaflow.Field(addr) == r.field
	}}
	for _, ref := range ssabuild.Referrers(addr) {
		if store, ok := ref.(*ssa.Store); ok && store.Addr == ssa.Value(addr) {
			r.store = store
		}
	}
	if r.store == nil || r.owner == nil || site.Closer(r.field.Type()) == "" || slices.ContainsFunc(c.Fate.Closed, deferred) {
		return nil
	}
	return r
}

// deferred reports whether what closes something does so in the end, or in a goroutine.
func deferred(end ssa.CallInstruction) bool {
	_, call := end.(*ssa.Call)
	return !call
}

// isReceiver reports whether a value is the receiver of a method, as it was passed.
func isReceiver(fn *ssa.Function, v ssa.Value) bool {
	return len(fn.Params) > 0 && v == ssa.Value(fn.Params[0])
}

// repeated reports whether the method is called when the field is set: by its name, where another function
// sets the field or calls the method for a new object, because it answers requests, by the condition on
// which it is called, because the field is always set, or by a method, after another function has called
// it for a new object.
func (r *replacement) repeated() bool {
	named := catalog.Replaces(r.fn.Name()) || catalog.AnswersChange(r.fn.Name())
	if named && r.setElsewhere() || handles(r.fn) != "" && !flagged(r.store) || r.onChange() || r.setWhenMade() {
		return true
	}
	first := false
	for _, fn := range ssabuild.Of(r.p.Pass).Funcs {
		for instr := range ssaflow.Instrs(fn) {
			call, ok := instr.(*ssa.Call)
			if !ok || call.Call.StaticCallee() != r.fn {
				continue
			}
			switch {
			case !isReceiver(fn, call.Call.Args[0]):
				first = true
			case r.calledWhenSet(fn, call, 2):
				r.again = call
			}
		}
	}
	return first && (named || r.again != nil)
}

// calledWhenSet reports whether a function, or what calls it, uses the field and does not look whether there is
// one before the call.
func (r *replacement) calledWhenSet(fn *ssa.Function, call ssa.CallInstruction, depth int) bool {
	if r.touched(fn, call, 2) {
		return false
	}
	if r.used(fn) {
		return !r.callersTouch(fn)
	}
	callers, complete := ssaflow.Of(r.p.Pass).Callers(fn)
	return depth > 0 && complete && len(callers) > 0 && !slices.ContainsFunc(callers, func(caller ssa.CallInstruction) bool {
		args := caller.Common().Args
		return len(args) == 0 || !isReceiver(caller.Parent(), args[0]) || !r.calledWhenSet(caller.Parent(), caller, depth-1)
	})
}

// setElsewhere reports whether another function sets the field to something.
func (r *replacement) setElsewhere() bool {
	for _, fn := range ssabuild.Of(r.p.Pass).Funcs {
		for instr := range ssaflow.Instrs(fn) {
			store, ok := instr.(*ssa.Store)
			if !ok || fn == r.fn {
				continue
			}
			null, isConst := store.Val.(*ssa.Const)
			addr, ok := store.Addr.(*ssa.FieldAddr)
			if ok && ssaflow.Field(addr) == r.field && !(isConst && null.IsNil()) {
				return true
			}
		}
	}
	return false
}

// closedElsewhere returns what closes the field, other than the method that ends the owner and what only
// that calls.
func (r *replacement) closedElsewhere() ssa.Instruction {
	stop := site.StopOf(r.p, r.owner)
	return r.closes(func(fn *ssa.Function) bool { return stop != nil && fn.Syntax() == ast.Node(stop) })
}

// fix closes what the field has before it is replaced.
func (r *replacement) fix() *edit.Fix {
	return r.closeBefore(r.store, site.Closer(r.field.Type()), func(lhs ast.Expr) (string, bool) {
		sel, ok := lhs.(*ast.SelectorExpr)
		if !ok || r.p.TypesInfo.Uses[sel.Sel] != types.Object(r.field) {
			return "", false
		}
		return r.writeOut(r.p.Source(sel.X)), true
	})
}
