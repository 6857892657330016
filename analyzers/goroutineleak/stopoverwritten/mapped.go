package stopoverwritten

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A mapped is a cancel function that a function puts into a map under a key that its callers choose, and a
// goroutine with a loop that only the cancel function ends:
//
//	func (c *Checker) Added(r *Route) {
//		ctx, cancel := context.WithCancel(c.base)
//		c.cancels[r.Host] = cancel // that of the same host, if there is one, is lost
//		go c.loop(ctx, r)
//	}
type mapped struct {
	setting
	add *ssa.MapUpdate
}

// runMapped reports them where nothing looks at the element before. Safe is a function that reads the map, or one of
// whose callers does, and a key that is made for each call.
func runMapped(p *check.Pass) {
	flow := ssaflow.Of(p.Pass)
	for _, start := range flow.Starts() {
		fn := start.Instr.Parent()
		for instr := range ssaflow.Instrs(fn) {
			add, ok := instr.(*ssa.MapUpdate)
			if !ok || p.Quiet(add.Pos()) {
				continue
			}
			field := mapField(add.Map)
			m := &mapped{setting{fn: fn, field: field, start: start.Instr}, add}
			if field == nil || !keeps(add.Value, start) || !m.chosen(flow, add.Key, fn, 3) || m.looked(flow, fn, 2) || !m.lasts(flow, start) {
				continue
			}
			m.report(p)
		}
	}
}

// chosen reports whether callers choose a key: it is a parameter, or a field of one, of a type that has equal values.
func (m *mapped) chosen(flow *ssaflow.Flow, key ssa.Value, fn *ssa.Function, depth int) bool {
	if _, basic := key.Type().Underlying().(*types.Basic); !basic || depth == 0 {
		return false
	}
	param := parameterOf(key)
	if param == nil {
		return false
	}
	if obj := fn.Object(); obj != nil && obj.Exported() {
		return true
	}
	callers, known := flow.Callers(fn)
	i := slices.Index(fn.Params, param)
	return known && len(callers) > 0 && !slices.ContainsFunc(callers, func(call ssa.CallInstruction) bool {
		return i >= len(call.Common().Args) || parameterOf(call.Common().Args[i]) == nil
	})
}

// parameterOf returns the parameter that a value is, or is a field of, other than the receiver.
func parameterOf(v ssa.Value) *ssa.Parameter {
	switch v := v.(type) {
	case *ssa.Parameter:
		if recv := v.Parent().Signature.Recv(); recv != nil && len(v.Parent().Params) > 0 && v == v.Parent().Params[0] {
			return nil
		}
		return v
	case *ssa.UnOp:
		return parameterOf(v.X)
	case *ssa.FieldAddr:
		return parameterOf(v.X)
	case *ssa.Field:
		return parameterOf(v.X)
	case *ssa.Alloc: // a parameter that is a struct, or that a literal captures
		for _, ref := range ssabuild.Referrers(v) {
			if store, ok := ref.(*ssa.Store); ok && store.Addr == v {
				return parameterOf(store.Val)
			}
		}
	}
	return nil
}

// looked reports whether a function reads the map, or one that calls it.
func (m *mapped) looked(flow *ssaflow.Flow, fn *ssa.Function, depth int) bool {
	if reads(fn, m.field, 3) {
		return true
	}
	callers, _ := flow.Callers(fn)
	return depth > 0 && slices.ContainsFunc(callers, func(call ssa.CallInstruction) bool {
		return m.looked(flow, ssaflow.Outermost(call.Parent()), depth-1)
	})
}

// lasts reports whether the goroutine has a loop that only the context ends which its starter makes.
func (m *mapped) lasts(flow *ssaflow.Flow, start ssaflow.Start) bool {
	if len(start.Bodies) != 1 {
		return false
	}
	own := flow.Exits(func(s *ssaflow.Source) bool {
		return s.Context != nil && slices.ContainsFunc(s.Context.Makes, func(v ssa.Value) bool { return v.Parent() == m.fn })
	})
	return !own.Reachable(start.Bodies[0]) && flow.Exits(nil).Reachable(start.Bodies[0]) && own.Loop(start.Bodies[0]) != nil
}

func (m *mapped) report(p *check.Pass) {
	cur, ok := ssainstr.CursorAt(p, m.add.Pos())
	if !ok {
		return
	}
	for c := range cur.Enclosing((*ast.AssignStmt)(nil)) {
		assign := c.Node().(*ast.AssignStmt)
		index, ok := ast.Unparen(assign.Lhs[0]).(*ast.IndexExpr)
		if !ok {
			return
		}
		var doubts []check.Doubt
		if !m.locksBefore() {
			doubts = append(doubts, check.Doubting(verdict.CallerDecides, m.fn.Pos()))
		}
		p.Report(check.Finding{
			At: index,
			Message: fmt.Sprintf("goroutine started at %s can no longer be stopped after a call of %s with the same %s, which overwrites %s",
				p.Where(m.start.Pos(), index.Pos()), ssaflow.Outermost(m.fn).Name(), p.Source(index.Index), p.Source(index)),
			Trace:  []check.Hop{{Pos: m.start.Pos(), Message: "started here"}},
			Doubts: doubts,
			Fix:    m.fix(p, assign, index),
		})
		return
	}
}

// locksBefore reports whether the function acquires a lock before it changes the map: calls of it may meet.
func (m *mapped) locksBefore() bool {
	return slices.ContainsFunc(ssainstr.Calls(m.fn), func(call ssa.CallInstruction) bool {
		name := ssaflow.Callee(call.Common())
		return (name == "(*sync.Mutex).Lock" || name == "(*sync.RWMutex).Lock") && precedes(call, m.add)
	})
}

// fix stops the goroutine of before. An object that has the cancel function may be stopped in another way.
func (m *mapped) fix(p *check.Pass, assign *ast.AssignStmt, index *ast.IndexExpr) *edit.Fix {
	elem := m.field.Type().Underlying().(*types.Map).Elem()
	if _, isFunc := elem.Underlying().(*types.Signature); !isFunc || !simple(index.Index) || !inList(p, assign) {
		return nil
	}
	e := p.Edit(assign.Pos())
	e.Before(assign, "if before := "+p.Source(index)+"; before != nil {", "\tbefore()", "}")
	return e.Fix("Stop the goroutine of before with its cancel function", "the goroutine that runs until then ends")
}
