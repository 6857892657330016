package shutdownorder

import (
	"go/ast"
	"go/constant"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// A hook is a function that is registered to be called at the end.
type hook struct {
	registry *types.Var // nil for the process's own
	name     string     // of what registers it
	last     bool       // those registered last run first
	atOnce   bool       // they run beside what they should wait for
	phase    int64      // hooks of a lower phase run first
	steps    []step
	actor    ast.Expr // what runs until the hook is called, which is stop
	stop     ast.Expr
	list     *runner // for elements of a list
}

// defaultPhase is that of lifecycle's hooks, PhaseClients.
const defaultPhase = 2

// hookOf returns the hook that a call registers, nil if it registers none.
func (v *stepVisitor) hookOf(call *ast.CallExpr, name string) *hook {
	row, ok := catalog.Hooks[name]
	if !ok || row.Arg >= len(call.Args) {
		return nil
	}
	h := &hook{name: name, last: row.Last, atOnce: row.AtOnce, phase: defaultPhase}
	if sel := selector(call.Fun); sel != nil {
		h.registry = variableOf(v.p, sel.X)
	}
	if row.Actor >= 0 {
		h.actor, h.stop = call.Args[row.Actor], call.Args[row.Arg]
	}
	if row.Later {
		for _, opt := range call.Args[row.Arg+1:] {
			h.phase = v.phase(opt, h.phase)
		}
	}
	fun := call.Args[row.Arg]
	if lit, ok := ast.Unparen(fun).(*ast.CompositeLit); ok && row.Field != "" {
		if fun = fieldValue(lit, row.Field); fun == nil {
			return h
		}
	}
	h.steps = v.value(fun)
	return h
}

// phase returns the phase that an option puts a hook into, -1 if it cannot be
// told.
func (v *stepVisitor) phase(opt ast.Expr, old int64) int64 {
	call, ok := ast.Unparen(opt).(*ast.CallExpr)
	if !ok {
		return -1
	}
	if !catalog.Phases[callmatch.CalleeName(v.p.TypesInfo, call)] {
		return old
	}
	value := v.p.TypesInfo.Types[call.Args[0]].Value
	if value == nil {
		return -1
	}
	n, _ := constant.Int64Val(constant.ToInt(value))
	return n
}

// fieldValue returns what a literal of a struct gives to a field.
func fieldValue(lit *ast.CompositeLit, name string) ast.Expr {
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok && key.Name == name {
				return kv.Value
			}
		}
	}
	return nil
}

// listed adds the functions, or the values with a method to be called, that an
// assignment puts on a list.
func (v *stepVisitor) listed(assign *ast.AssignStmt, in *ast.DeferStmt) {
	if len(assign.Lhs) != 1 || len(assign.Rhs) != 1 {
		return
	}
	list := definedBy(v.p, assign.Lhs[0])
	run := v.lists()[list]
	if run == nil {
		return
	}
	var elems []ast.Expr
	switch rhs := ast.Unparen(assign.Rhs[0]).(type) {
	case *ast.CompositeLit:
		if _, isMap := list.Type().Underlying().(*types.Map); isMap {
			return // has no order
		}
		for _, elem := range rhs.Elts {
			elems = append(elems, elementOf(elem))
		}
	case *ast.CallExpr:
		id, ok := rhs.Fun.(*ast.Ident)
		if !ok || id.Name != "append" || !v.p.TypesInfo.Types[id].IsBuiltin() || rhs.Ellipsis.IsValid() || variableOf(v.p, rhs.Args[0]) != list {
			return
		}
		elems = rhs.Args[1:]
	}
	for _, elem := range elems {
		h := &hook{registry: list, last: run.last, phase: defaultPhase, list: run}
		switch lit, ok := ast.Unparen(elem).(*ast.CompositeLit); {
		case run.method != "":
			h.steps = v.named(elem, run.method)
		case run.field == "":
			h.steps = v.value(elem)
		case ok && fieldValue(lit, run.field) != nil:
			h.steps = v.value(fieldValue(lit, run.field))
		}
		v.add(step{kind: registers, expr: elem, subject: list, hook: h}, in)
	}
}

// fieldHooks returns the timeline of the functions that a literal gives to the
// fields of a struct which calls them one after the other.
func (st *stepper) fieldHooks(lit *ast.CompositeLit) *timeline {
	fields := catalog.HookFields[callmatch.TypeName(st.p.TypesInfo.TypeOf(lit))]
	if fields == nil {
		return nil
	}
	t := &timeline{p: st.p, hooks: true, fields: true}
	v := &stepVisitor{stepper: st, fn: lit}
	for i, name := range fields {
		fun := fieldValue(lit, name)
		if fun == nil {
			continue
		}
		for _, s := range v.value(fun) {
			s.entry, s.phase = fun, int64(i)
			t.steps = append(t.steps, s)
		}
	}
	return t
}
