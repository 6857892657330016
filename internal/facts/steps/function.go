package steps

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// function returns what calling a function value does, with the parameters of a
// literal.
func (w *walker) function(value ast.Expr) ([]Step, bool) {
	switch v := ast.Unparen(value).(type) {
	case *ast.FuncLit:
		return w.literal(v), true
	case *ast.CallExpr:
		if tv := w.pass.TypesInfo.Types[v.Fun]; tv.IsType() && len(v.Args) == 1 {
			return w.function(v.Args[0])
		}
		fn := callmatch.Callee(w.pass.TypesInfo, v)
		if fn == nil {
			return nil, false
		}
		body := w.summary(fn).Returned(0)
		return w.mine(w.bind(v, fn, nil).apply(body), fn, v), body != nil
	case *ast.Ident:
		if obj := varOf(w.pass.TypesInfo, v); obj != nil {
			return w.variable(obj, v)
		}
	case *ast.IndexExpr: // an element of a list or a map, not an instance of a generic function
		if tv, ok := w.pass.TypesInfo.Types[v.Index]; ok && tv.IsValue() {
			return []Step{{Kind: Field, Key: w.key(v.X), At: w.where(v)}}, true
		}
	case *ast.SelectorExpr:
		if f := callmatch.Field(w.pass.TypesInfo, v); f != nil {
			if ctx, ok := w.ends[f]; ok {
				return w.cancel(ctx, v), true
			}
			return []Step{{Kind: Field, Key: w.key(v), At: w.where(v)}}, true
		}
	}
	fn := callmatch.Func(w.pass.TypesInfo, value)
	if fn == nil {
		return nil, false
	}
	return w.method(fn, value), true
}

// derived marks the end of a context that is assigned to the parameter from which it is
// derived: it does not end that of the caller.
const derived = "derived"

// cancel is a call that ends a context.
func (w *walker) cancel(ctx, at ast.Expr) []Step {
	s := Step{Kind: Tell, Key: w.key(ctx), At: w.where(at)}
	if _, ok := w.params[varOfExpr(w.pass.TypesInfo, ctx)]; ok {
		s.What = derived
	}
	return []Step{s}
}

// variable is function for a variable.
func (w *walker) variable(v *types.Var, id *ast.Ident) ([]Step, bool) {
	if i, ok := w.params[v]; ok {
		return []Step{{Kind: Param, Index: i, At: w.where(id)}}, true
	}
	if ctx, ok := w.ends[v]; ok {
		return w.cancel(ctx, id), true
	}
	if x, ok := w.ranged[v]; ok {
		return []Step{{Kind: Field, Key: w.key(x), At: w.where(id)}}, true
	}
	if v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		return []Step{{Kind: Field, Key: w.key(id), At: w.where(id)}}, true
	}
	if lit := w.lits[v]; lit != nil && !w.open[v] {
		w.open[v] = true
		defer delete(w.open, v)
		return w.held(v, lit)
	}
	return w.oneOf(v)
}

// oneOf is what any of the functions does that a variable is set to.
func (w *walker) oneOf(v *types.Var) (list []Step, ok bool) {
	c := w.values[v]
	if c == nil || c.n < 2 || w.open[v] {
		return nil, false
	}
	w.open[v] = true
	defer delete(w.open, v)
	for _, value := range c.all {
		body, known := w.held(v, value)
		ok = ok || known
		for _, s := range body {
			s.Cond = true
			list = append(list, s)
		}
	}
	return list, ok
}

// held is function for what a local variable is set to, perhaps as one of
// several results.
func (w *walker) held(v *types.Var, value ast.Expr) ([]Step, bool) {
	call, ok := ast.Unparen(value).(*ast.CallExpr)
	if !ok || w.pass.TypesInfo.Types[call.Fun].IsType() {
		return w.function(value)
	}
	fn := callmatch.Callee(w.pass.TypesInfo, call)
	tuple, ok := w.pass.TypesInfo.TypeOf(call).(*types.Tuple)
	if fn == nil || !ok {
		return w.function(value)
	}
	for i := range tuple.Len() {
		if body := w.summary(fn).Returned(i); body != nil && types.Identical(tuple.At(i).Type(), v.Type()) {
			return w.mine(w.bind(call, fn, nil).apply(body), fn, call), true
		}
	}
	return nil, false
}

// literal returns the steps of a function literal.
func (w *walker) literal(lit *ast.FuncLit) []Step {
	sub := &walker{builder: w.builder, params: make(map[*types.Var]int), recv: w.recv, nested: true, spawned: w.spawned, returns: w.returns, cleans: w.cleans}
	for v, i := range w.params {
		sub.params[v] = i
	}
	i := inner + 1
	for _, field := range lit.Type.Params.List {
		for _, name := range field.Names {
			if v := varOf(w.pass.TypesInfo, name); v != nil {
				sub.params[v] = i
			}
			i++
		}
		if len(field.Names) == 0 {
			i++
		}
	}
	return compact(sub.body(lit.Body))
}

// method returns the steps of a function or a method value, with the parameters
// of a literal.
func (w *walker) method(fn *types.Func, value ast.Expr) []Step {
	bd := &binding{keys: make(map[string]string), limits: make(map[int]Limit), bodies: make(map[int]func([]Limit, []string) []Step), texts: make(map[int]text)}
	for i := 1; i <= fn.Signature().Params().Len(); i++ {
		bd.keys[paramKey(i)] = paramKey(inner + i)
		bd.limits[i] = Limit{Param: inner + i}
		bd.texts[i] = text{param: inner + i}
		bd.bodies[i] = func(args []Limit, keys []string) []Step {
			return []Step{{Kind: Param, Index: inner + i, Args: args, Keys: keys}}
		}
	}
	if sel, ok := ast.Unparen(value).(*ast.SelectorExpr); ok && fn.Signature().Recv() != nil {
		bd.keys[receiverKey] = w.key(sel.X)
	}
	if steps, ok := w.known(fn, value); ok {
		return steps
	}
	return w.mine(bd.apply(w.summary(fn).Steps), fn, value)
}
