package notflushed

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// timed reports a writer that is flushed at the ticks of a timer alone, while what it writes to is closed
// when its owner ends, and reports whether it did. What has been written since the last tick is lost.
//
//	case <-ticker.C:
//		l.buf.Flush()
//	…
//	func (l *Log) Close() error { close(l.done); return l.file.Close() }
func (w *writer) timed(field *types.Var, owner *types.Named) bool {
	stop := site.StopOf(w.p, owner)
	flushes, known := w.flushes(field)
	if stop == nil || !known || len(flushes) == 0 || slices.ContainsFunc(flushes, func(call ssa.CallInstruction) bool { return !w.onTick(call, 2) }) {
		return false
	}
	decl := w.closes(stop)
	if decl == nil {
		return false
	}
	at, name := closing(decl), owner.Obj().Name()
	w.p.Report(check.Finding{
		At: at,
		Message: fmt.Sprintf("the end of what is written to %s.%s is lost: %s.%s closes without its %s, which only the timer at %s calls",
			name, field.Name(), name, stop.Name.Name, w.end, w.p.Where(flushes[0].Pos(), at.Pos())),
		Trace: []check.Hop{{Pos: w.Call.Pos(), Message: "the writer is made here"}, {Pos: flushes[0].Pos(), Message: "flushed here, from time to time"}},
		Fix:   w.fixStop(decl, field),
	})
	return true
}

// flushes returns the calls that write out what a field keeps, and whether all uses of the field are known.
func (w *writer) flushes(field *types.Var) (list []ssa.CallInstruction, known bool) {
	for _, fn := range ssabuild.Of(w.p.Pass).Funcs {
		for instr := range ssaflow.Instrs(fn) {
			load, ok := instr.(*ssa.UnOp)
			if !ok {
				continue
			}
			if addr, ok := load.X.(*ssa.FieldAddr); !ok || ssaflow.Field(addr) != field {
				continue
			}
			for _, ref := range ssabuild.Referrers(load) {
				if !w.harmless(load, ref, &list) {
					return nil, false
				}
			}
		}
	}
	return list, true
}

// harmless reports whether a use of a writer is one of its methods, a test, or a function of another package
// that writes; what writes out the rest goes into the list.
func (w *writer) harmless(v ssa.Value, use ssa.Instruction, list *[]ssa.CallInstruction) bool {
	switch use := use.(type) {
	case *ssa.DebugRef, *ssa.BinOp:
		return true
	case *ssa.MakeInterface:
		return !slices.ContainsFunc(ssabuild.Referrers(use), func(ref ssa.Instruction) bool { return !w.harmless(use, ref, list) })
	case ssa.CallInstruction:
		fn := ssaflow.Object(use.Common())
		switch {
		case fn == nil:
			return false
		case fn.Signature().Recv() != nil && len(use.Common().Args) > 0 && use.Common().Args[0] == v:
			if w.ends(fn.Name()) {
				*list = append(*list, use)
			}
			return true
		}
		return fn.Pkg() != w.p.Pkg
	}
	return false
}

// onTick reports whether a call is made when a timer fires, and only then: there, or in a function of the
// package that is called there.
func (w *writer) onTick(call ssa.CallInstruction, depth int) bool {
	in := w.p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	cur, ok := in.Root().FindByPos(call.Pos(), call.Pos())
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.CommClause)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch n := c.Node().(type) {
		case *ast.CommClause:
			if receivesTick(w.p, n.Comm) {
				return true
			}
		case *ast.RangeStmt:
			if callmatch.IsChanOf(w.p.TypesInfo.TypeOf(n.X), "time.Time") {
				return true
			}
		case *ast.FuncLit:
			return false
		}
	}
	callers, complete := ssaflow.Of(w.p.Pass).Callers(call.Parent())
	return depth > 0 && complete && len(callers) > 0 && !slices.ContainsFunc(callers, func(c ssa.CallInstruction) bool { return !w.onTick(c, depth-1) })
}

// receivesTick reports whether a case receives the time from a channel.
func receivesTick(p *check.Pass, comm ast.Stmt) bool {
	found := false
	if comm != nil {
		ast.Inspect(comm, func(n ast.Node) bool {
			recv, ok := n.(*ast.UnaryExpr)
			found = found || ok && callmatch.IsChanOf(p.TypesInfo.TypeOf(recv.X), "time.Time")
			return !found
		})
	}
	return found
}

// closes returns the function that closes what the writer writes to when its owner ends: the method that does
// this, or one that it calls; nil if none is known.
func (w *writer) closes(stop *ast.FuncDecl) *ast.FuncDecl {
	target := w.SSA.Call.Args[0]
	if iface, ok := target.(*ssa.MakeInterface); ok {
		target = iface.X
	}
	addr := site.FieldOf(target)
	if addr == nil {
		return nil
	}
	for _, fn := range ssabuild.Of(w.p.Pass).Funcs {
		if fn.Syntax() == ast.Node(stop) {
			return closesField(fn, ssaflow.Field(addr), 1)
		}
	}
	return nil
}

func closesField(fn *ssa.Function, field *types.Var, depth int) *ast.FuncDecl {
	for instr := range ssaflow.Instrs(fn) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			continue
		}
		if callee := call.Common().StaticCallee(); callee != nil && callee.Pkg == fn.Pkg && depth > 0 {
			if decl := closesField(callee, field, depth-1); decl != nil {
				return decl
			}
		}
		obj := ssaflow.Object(call.Common())
		if obj == nil || !catalog.ClosesByName(obj.Name()) || len(call.Common().Args) == 0 {
			continue
		}
		load, ok := call.Common().Args[0].(*ssa.UnOp)
		if !ok {
			continue
		}
		if addr, ok := load.X.(*ssa.FieldAddr); ok && ssaflow.Field(addr) == field {
			decl, _ := fn.Syntax().(*ast.FuncDecl)
			return decl
		}
	}
	return nil
}
