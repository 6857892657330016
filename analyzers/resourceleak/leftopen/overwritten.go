package leftopen

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
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
	p     *check.Pass
	fn    *ssa.Function // the method
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
	r := &replacement{opened: c, p: p, fn: fn, field: ssaflow.Field(addr), owner: callmatch.Named(addr.X.Type())}
	for _, ref := range *addr.Referrers() {
		if store, ok := ref.(*ssa.Store); ok && store.Addr == ssa.Value(addr) {
			r.store = store
		}
	}
	deferred := func(end ssa.CallInstruction) bool {
		_, call := end.(*ssa.Call)
		return !call
	}
	if r.store == nil || r.owner == nil || site.Closer(r.field.Type()) == "" || slices.ContainsFunc(c.Fate.Closed, deferred) {
		return nil
	}
	return r
}

// isReceiver reports whether a value is the receiver of a method, as it was passed.
func isReceiver(fn *ssa.Function, v ssa.Value) bool {
	return len(fn.Params) > 0 && v == ssa.Value(fn.Params[0])
}

// touched reports whether a function reads the field before an instruction, other than to call a method
// of it that does not end it: it may close what the field has, or know that there is nothing.
func (r *replacement) touched(fn *ssa.Function, before ssa.Instruction, depth int) bool {
	for instr := range ssaflow.Instrs(fn) {
		if before != nil && !ssaflow.Follows(instr, before) {
			continue
		}
		if load, ok := instr.(*ssa.UnOp); ok && r.reads(load) && !r.onlyUsed(load) && !knownSet(load, before) {
			return true
		}
		call, ok := instr.(ssa.CallInstruction)
		if !ok || depth == 0 {
			continue
		}
		if callee := call.Common().StaticCallee(); callee != nil && callee != r.fn && callee.Pkg == fn.Pkg && r.touched(callee, nil, depth-1) {
			return true
		}
	}
	return false
}

func (r *replacement) reads(load *ssa.UnOp) bool {
	addr, ok := load.X.(*ssa.FieldAddr)
	return ok && ssaflow.Field(addr) == r.field
}

// onlyUsed reports whether nothing but methods of what is read are called, and none that ends it.
func (r *replacement) onlyUsed(load *ssa.UnOp) bool {
	return !slices.ContainsFunc(*load.Referrers(), func(ref ssa.Instruction) bool {
		if _, debug := ref.(*ssa.DebugRef); debug {
			return false
		}
		call, ok := ref.(*ssa.Call)
		return !ok || receiver(&call.Call) != ssa.Value(load) || catalog.ClosesByName(ssaflow.Object(&call.Call).Name())
	})
}

// repeated reports whether the method is called when the field is set: by its name, where another function
// sets the field or calls the method for a new object, by the condition on
// which it is called, because the field is always set, or by a method, after another function has called
// it for a new object.
func (r *replacement) repeated() bool {
	named := catalog.Replaces(r.fn.Name())
	if named && r.setElsewhere() || r.onChange() || r.setWhenMade() {
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

// knownSet reports whether what is read is compared with nil alone, and an instruction is reached only where
// it is not nil.
func knownSet(load *ssa.UnOp, at ssa.Instruction) bool {
	return at != nil && !slices.ContainsFunc(*load.Referrers(), func(ref ssa.Instruction) bool {
		if _, debug := ref.(*ssa.DebugRef); debug {
			return false
		}
		cmp, ok := ref.(*ssa.BinOp)
		if !ok || !site.IsNil(cmp.Y) {
			return true
		}
		return slices.ContainsFunc(*cmp.Referrers(), func(use ssa.Instruction) bool {
			branch, ok := use.(*ssa.If)
			if !ok {
				_, debug := use.(*ssa.DebugRef)
				return !debug
			}
			null := branch.Block().Succs[0]
			if cmp.Op == token.NEQ {
				null = branch.Block().Succs[1]
			}
			return null == at.Block() || ssaflow.Reaches(null, at.Block())
		})
	})
}

// used reports whether a function uses the field, so that it is set when the function is called.
func (r *replacement) used(fn *ssa.Function) bool {
	for instr := range ssaflow.Instrs(fn) {
		if load, ok := instr.(*ssa.UnOp); ok && r.reads(load) {
			return true
		}
	}
	return false
}

// callersTouch reports whether what calls a function looks at the field before.
func (r *replacement) callersTouch(fn *ssa.Function) bool {
	calls, _ := ssaflow.Of(r.p.Pass).Callers(fn)
	return slices.ContainsFunc(calls, func(call ssa.CallInstruction) bool { return r.touched(call.Parent(), call, 1) })
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
	ends := func(fn *ssa.Function) bool { return stop != nil && fn.Syntax() == ast.Node(stop) }
	for _, fn := range ssabuild.Of(r.p.Pass).Funcs {
		callers, complete := ssaflow.Of(r.p.Pass).Callers(fn)
		within := complete && len(callers) > 0 && !slices.ContainsFunc(callers, func(call ssa.CallInstruction) bool { return !ends(call.Parent()) })
		if ends(fn) || within {
			continue
		}
		for instr := range ssaflow.Instrs(fn) {
			call, ok := instr.(ssa.CallInstruction)
			if !ok || receiver(call.Common()) == nil || !catalog.ClosesByName(ssaflow.Object(call.Common()).Name()) {
				continue
			}
			if load, ok := receiver(call.Common()).(*ssa.UnOp); ok && r.reads(load) {
				return instr
			}
		}
	}
	return nil
}

// fix closes what the field has before it is replaced.
func (r *replacement) fix() *edit.Fix {
	at, ok := r.p.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root().FindByPos(r.store.Pos(), r.store.Pos())
	if !ok {
		return nil
	}
	for cur := range at.Enclosing((*ast.AssignStmt)(nil)) {
		stmt := cur.Node().(*ast.AssignStmt)
		if astindex.Stmts(cur.Parent().Node()) == nil {
			return nil
		}
		for _, lhs := range stmt.Lhs {
			if sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr); ok && r.p.TypesInfo.Uses[sel.Sel] == types.Object(r.field) {
				e, name := r.p.Edit(stmt.Pos()), r.p.Source(lhs)
				e.Before(stmt, fmt.Sprintf("if %[1]s != nil {\n%[3]s%[1]s.%[2]s()\n}", name, site.Closer(r.field.Type()), r.writeOut(r.p.Source(sel.X))))
				return e.Fix(fmt.Sprintf("Close %s before it is replaced", name), "")
			}
		}
		return nil
	}
	return nil
}
