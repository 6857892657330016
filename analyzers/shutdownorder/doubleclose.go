package shutdownorder

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

var doubleClose = &check.Check{
	Slug:       "double-close",
	Title:      "method closes a channel whenever it is called: a second call panics",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Run:        runDoubleClose,
}

// runDoubleClose reports
//
//	func (s *Service) Stop() { close(s.stop) }
//
// for exported methods whose every path closes a channel in a field of the
// receiver. Silent when any path avoids the close (a closed flag, a nil test, a
// select on the channel), when it runs in a Once, when it is what a goroutine
// does at its end (deferred, or in a method that is run as a goroutine), when the
// method makes the channel itself, and when all that may call it are this
// package's, once.
func runDoubleClose(p *check.Pass) {
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
					reportDoubleClose(p, call, obj)
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

// unconditional reports whether every path through fn passes b, once.
func unconditional(fn *ssa.Function, b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{b: true}
	var avoids func(x *ssa.BasicBlock) bool
	avoids = func(x *ssa.BasicBlock) bool {
		if seen[x] {
			return false
		}
		seen[x] = true
		if len(x.Succs) == 0 {
			return true
		}
		for _, s := range x.Succs {
			if avoids(s) {
				return true
			}
		}
		return false
	}
	return !avoids(fn.Blocks[0])
}

// receiverField returns the address of the field of fn's receiver that v was
// read from, nil if it was not.
func receiverField(fn *ssa.Function, v ssa.Value) *ssa.FieldAddr {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return nil
	}
	addr, ok := load.X.(*ssa.FieldAddr)
	if !ok || original(addr.X) != ssa.Value(fn.Params[0]) {
		return nil
	}
	return addr
}

// original looks through the variable that a captured parameter is kept in.
func original(v ssa.Value) ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return v
	}
	alloc, ok := load.X.(*ssa.Alloc)
	if !ok {
		return v
	}
	var stored ssa.Value
	for _, ref := range *alloc.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == ssa.Value(alloc) {
			if stored != nil {
				return v
			}
			stored = st.Val
		}
	}
	if stored == nil {
		return v
	}
	return stored
}

// stores reports whether fn assigns to the field at addr: it makes the channel
// anew, or forgets it.
func stores(fn *ssa.Function, addr *ssa.FieldAddr) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if st, ok := instr.(*ssa.Store); ok {
				if to, ok := st.Addr.(*ssa.FieldAddr); ok && to.Field == addr.Field && original(to.X) == original(addr.X) {
					return true
				}
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

func reportDoubleClose(p *check.Pass, call *ssa.Call, method *types.Func) {
	expr := callExpr(p, call.Pos())
	if expr == nil {
		return
	}
	ch := p.Source(expr.Args[0])
	p.Report(check.Finding{
		At:      expr,
		Message: fmt.Sprintf("every call of %s closes %s: a second one panics with \"close of closed channel\"", method.Name(), ch),
		Fix:     fixDoubleClose(p, expr, method),
	})
}

// fixDoubleClose closes the channel once, with a Once beside it:
//
//	stop     chan struct{}
//	stopOnce sync.Once
//	…
//	s.stopOnce.Do(func() { close(s.stop) })
//
// A struct that is declared in another file, or made without naming its fields,
// cannot get a field by an edit of this file.
func fixDoubleClose(p *check.Pass, call *ast.CallExpr, method *types.Func) *edit.Fix {
	sel, ok := ast.Unparen(call.Args[0]).(*ast.SelectorExpr)
	owner := callmatch.Named(method.Signature().Recv().Type())
	if !ok || owner == nil {
		return nil
	}
	once := sel.Sel.Name + "Once"
	line := fieldLine(p, sel)
	if obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(owner), true, p.Pkg, once); obj != nil || line == nil || madeUnkeyed(p, owner) {
		return nil
	}
	e := p.Edit(call.Pos())
	e.After(line, once+" "+e.Import(line.Pos(), "sync", "sync")+".Once")
	x := p.Source(sel.X) + "." + once
	e.Replace(call.Pos(), call.End(), x+".Do(func() { "+p.Source(call)+" })")
	return e.Fix("Close "+p.Source(sel)+" in "+x+".Do", "")
}
