package order

import (
	"go/ast"
	"go/constant"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// A Hook is a function that is registered to be called at the end.
type Hook struct {
	Registry *types.Var // nil for the process's own
	Name     string     // of what registers it
	Last     bool       // those registered last run first
	AtOnce   bool       // they run beside what they should wait for
	Phase    int64      // hooks of a lower phase run first
	Steps    []Step
	Actor    ast.Expr // what runs until the hook is called, which is stop
	Stop     ast.Expr
	List     *Runner // for elements of a list
}

// defaultPhase is that of lifecycle's hooks, PhaseClients.
const defaultPhase = 2

// hookOf returns the hook that a call registers, nil if it registers none.
func (v *stepVisitor) hookOf(call *ast.CallExpr, name string) *Hook {
	row, ok := catalog.Hooks[name]
	if !ok || row.Arg >= len(call.Args) {
		return nil
	}
	h := &Hook{Name: name, Last: row.Last, AtOnce: row.AtOnce, Phase: defaultPhase}
	if sel := syntax.Selector(call.Fun); sel != nil {
		h.Registry = syntax.VariableOf(v.p, sel.X)
	}
	if row.Actor >= 0 {
		h.Actor, h.Stop = call.Args[row.Actor], call.Args[row.Arg]
	}
	if row.Later {
		for _, opt := range call.Args[row.Arg+1:] {
			h.Phase = v.phase(opt, h.Phase)
		}
	}
	fun := call.Args[row.Arg]
	if lit, ok := ast.Unparen(fun).(*ast.CompositeLit); ok && row.Field != "" {
		if fun = fieldValue(lit, row.Field); fun == nil {
			return h
		}
	}
	h.Steps = v.value(fun)
	return h
}

// phase returns the phase that an option puts a hook into, -1 if it is not known.
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
	list := syntax.DefinedBy(v.p, assign.Lhs[0])
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
		if !ok || id.Name != "append" || !v.p.TypesInfo.Types[id].IsBuiltin() || rhs.Ellipsis.IsValid() || syntax.VariableOf(v.p, rhs.Args[0]) != list {
			return
		}
		elems = rhs.Args[1:]
	}
	for _, elem := range elems {
		h := &Hook{Registry: list, Last: run.last, Phase: defaultPhase, List: run}
		switch lit, ok := ast.Unparen(elem).(*ast.CompositeLit); {
		case run.method != "":
			h.Steps = v.named(elem, run.method)
		case run.field == "":
			h.Steps = v.value(elem)
		case ok && fieldValue(lit, run.field) != nil:
			h.Steps = v.value(fieldValue(lit, run.field))
		}
		v.add(Step{Kind: Registers, Expr: elem, Subject: list, Hook: h}, in)
	}
}

// FieldHooks returns the timeline of the functions that a literal gives to the
// fields of a struct which calls them one after the other.
func (st *Stepper) FieldHooks(lit *ast.CompositeLit) *Timeline {
	fields := catalog.HookFields[callmatch.TypeName(st.p.TypesInfo.TypeOf(lit))]
	if fields == nil {
		return nil
	}
	t := &Timeline{P: st.p, Hooks: true, fields: true}
	v := &stepVisitor{Stepper: st, fn: lit}
	for i, name := range fields {
		fun := fieldValue(lit, name)
		if fun == nil {
			continue
		}
		for _, s := range v.value(fun) {
			s.Entry, s.Phase = fun, int64(i)
			t.Steps = append(t.Steps, s)
		}
	}
	return t
}
