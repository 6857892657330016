package stopoverwritten

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// runDeleted reports
//
//	func (m *Manager) Remove(feed string) {
//		delete(m.feeds, feed) // the cancel function that Add has stored is not called
//	}
//
// in an exported function that nothing of the package calls, where another function stores the cancel
// function of a goroutine in the map. Safe is a function that reads an element of the map, or calls one
// that does.
func runDeleted(p *check.Pass) {
	kept := keptSignals(p)
	if len(kept) == 0 {
		return
	}
	called := make(map[*ssa.Function]bool)
	for _, fn := range ssaflow.Of(p.Pass).SSA.Funcs {
		for _, call := range ssainstr.Calls(fn) {
			called[call.Common().StaticCallee()] = true
		}
	}
	for _, fn := range ssaflow.Of(p.Pass).SSA.Funcs {
		if fn.Object() == nil || !fn.Object().Exported() || called[fn] {
			continue
		}
		for _, call := range ssainstr.Calls(fn) {
			field := deletedFrom(call.Common())
			if start := kept[field]; field != nil && start != nil && !p.Quiet(call.Pos()) && !reads(fn, field, 3) {
				reportDeleted(p, call, field, start)
			}
		}
	}
}

// keptSignals returns the maps, in fields, to which the package adds the cancel function of a context,
// and the goroutine that gets the context.
func keptSignals(p *check.Pass) map[*types.Var]ssa.Instruction {
	kept := make(map[*types.Var]ssa.Instruction)
	for _, start := range ssaflow.Of(p.Pass).Starts() {
		for instr := range ssaflow.Instrs(start.Instr.Parent()) {
			add, ok := instr.(*ssa.MapUpdate)
			if !ok {
				continue
			}
			if field := mapField(add.Map); field != nil && keeps(add.Value, start) {
				kept[field] = start.Instr
			}
		}
	}
	return kept
}

// keeps reports whether a value is the cancel function of the context that a goroutine gets, or an
// object that has it in a field.
func keeps(v ssa.Value, start ssaflow.Start) bool {
	if cancels(v) {
		return gets(start, v)
	}
	object, ok := ssainstr.Resolve(v).(*ssa.Alloc)
	if !ok {
		return false
	}
	return slices.ContainsFunc(ssabuild.Referrers(object), func(instr ssa.Instruction) bool {
		addr, ok := instr.(*ssa.FieldAddr)
		return ok && slices.ContainsFunc(ssabuild.Referrers(addr), func(instr ssa.Instruction) bool {
			store, ok := instr.(*ssa.Store)
			return ok && store.Addr == addr && cancels(store.Val) && gets(start, store.Val)
		})
	})
}

// cancels is signal for cancel functions alone.
func cancels(v ssa.Value) bool {
	_, isFunc := v.Type().Underlying().(*types.Signature)
	return isFunc && signal(v)
}

// mapField returns the field that a map is in, nil if it is in none.
func mapField(m ssa.Value) *types.Var {
	load, ok := m.(*ssa.UnOp)
	if !ok {
		return nil
	}
	addr, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return nil
	}
	return ssaflow.Field(addr).Origin()
}

// deletedFrom returns the field with the map that a call deletes an element of, nil for other calls.
func deletedFrom(call *ssa.CallCommon) *types.Var {
	if b, ok := call.Value.(*ssa.Builtin); !ok || b.Name() != "delete" {
		return nil
	}
	return mapField(call.Args[0])
}

// reads reports whether a function, or one that it calls, gets an element of the map in a field, or
// passes the map on.
func reads(fn *ssa.Function, field *types.Var, depth int) bool {
	for instr := range ssaflow.Instrs(fn) {
		switch instr := instr.(type) {
		case *ssa.Lookup:
			if mapField(instr.X) == field && (!instr.CommaOk || used(instr)) {
				return true
			}
		case *ssa.Range:
			if mapField(instr.X) == field {
				return true
			}
		case ssa.CallInstruction:
			callee := instr.Common().StaticCallee()
			if callee != nil && callee != fn && depth > 0 && callee.Pkg == fn.Pkg && reads(callee, field, depth-1) {
				return true
			}
		}
	}
	return slices.ContainsFunc(fn.AnonFuncs, func(lit *ssa.Function) bool { return reads(lit, field, depth) })
}

// used reports whether the element is used, and not only whether there is one.
func used(lookup *ssa.Lookup) bool {
	return slices.ContainsFunc(ssabuild.Referrers(lookup), func(instr ssa.Instruction) bool {
		ex, ok := instr.(*ssa.Extract)
		return ok && ex.Index == 0 && slices.ContainsFunc(ssabuild.Referrers(ex), func(instr ssa.Instruction) bool {
			_, debug := instr.(*ssa.DebugRef)
			return !debug
		})
	})
}

func reportDeleted(p *check.Pass, call ssa.CallInstruction, field *types.Var, start ssa.Instruction) {
	cur, ok := ssainstr.CursorAt(p, call.Pos())
	if !ok {
		return
	}
	for c := range cur.Enclosing((*ast.ExprStmt)(nil)) {
		stmt := c.Node().(*ast.ExprStmt)
		p.Report(check.Finding{
			At: stmt,
			Message: fmt.Sprintf("goroutine started at %s can no longer be stopped: %s deletes its cancel function from %s, and does not call it",
				p.Where(start.Pos(), stmt.Pos()), call.Parent().Name(), field.Name()),
			Trace: []check.Hop{{Pos: start.Pos(), Message: "started here"}},
			Fix:   fixDeleted(p, stmt, field),
		})
		return
	}
}

// fixDeleted calls the cancel function before it is deleted. An object that has it may be stopped in
// another way.
func fixDeleted(p *check.Pass, stmt *ast.ExprStmt, field *types.Var) *edit.Fix {
	call, ok := ast.Unparen(stmt.X).(*ast.CallExpr)
	elem := field.Type().Underlying().(*types.Map).Elem()
	if !ok || len(call.Args) != 2 || callmatch.TypeName(elem) != "context.CancelFunc" || !simple(call.Args[1]) {
		return nil
	}
	e := p.Edit(stmt.Pos())
	e.Before(stmt, "if cancel := "+p.Source(call.Args[0])+"["+p.Source(call.Args[1])+"]; cancel != nil {", "\tcancel()", "}")
	return e.Fix("Call the cancel function before it is deleted", "the goroutine ends")
}

// simple reports whether an expression may be evaluated twice.
func simple(expr ast.Expr) bool {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident, *ast.BasicLit:
		return true
	case *ast.SelectorExpr:
		return simple(expr.X)
	}
	return false
}
