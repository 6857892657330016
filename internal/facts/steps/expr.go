package steps

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// expr walks an expression whose value is not used.
func (w *walker) expr(e ast.Expr) { w.exprTo(e, nil) }

// exprTo walks an expression whose values are assigned to what the keys name.
func (w *walker) exprTo(e ast.Expr, to []string) {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		w.call(e, to)
	case *ast.UnaryExpr:
		if e.Op == token.ARROW {
			w.receive(e)
			return
		}
		w.exprTo(e.X, to)
	case *ast.BinaryExpr:
		w.expr(e.X)
		w.expr(e.Y)
	case *ast.CompositeLit:
		w.composite(e)
		w.opens(e, to)
	case *ast.SelectorExpr:
		w.expr(e.X)
	case *ast.IndexExpr:
		w.expr(e.X)
		w.expr(e.Index)
	case *ast.StarExpr:
		w.expr(e.X)
	case *ast.SliceExpr:
		w.expr(e.X)
	case *ast.TypeAssertExpr:
		w.expr(e.X)
	case *ast.KeyValueExpr:
		w.expr(e.Value)
	}
}

func (w *walker) receive(e *ast.UnaryExpr) {
	key, limit := w.channel(e.X)
	if key == "" && (limit.Known || limit.Param > 0) {
		w.emit(Step{Kind: Drain, Limit: limit, At: w.where(e)})
		return
	}
	w.expr(e.X)
	w.emit(Step{Kind: Recv, Key: key, Limit: limit, At: w.where(e)})
}

// composite looks at what goes into the fields of a struct.
func (w *walker) composite(lit *ast.CompositeLit) {
	owner := callmatch.TypeName(w.pass.TypesInfo.TypeOf(lit))
	fields, _ := typeOf(w.pass.TypesInfo, lit).(*types.Struct)
	for i, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok && fields != nil && owner != "" {
			w.store(owner+"."+fields.Field(i).Name(), elt)
			continue
		}
		if !ok {
			w.expr(elt)
			continue
		}
		field, isField := kv.Key.(*ast.Ident)
		v, ok := w.pass.TypesInfo.ObjectOf(field).(*types.Var)
		if !isField || !ok || !v.IsField() || owner == "" {
			w.expr(kv.Value)
			continue
		}
		if callmatch.TypeName(v.Type()) == "net.Listener" && (v.Embedded() || v.Pkg() != nil && !w.ours(v.Pkg().Path())) {
			w.expr(kv.Value) // a listener around another one is known by its own name
			continue
		}
		w.store(owner+"."+field.Name, kv.Value)
	}
	if owner == "net/http.Server" && !w.foreign && !slices.ContainsFunc(lit.Elts, handles) {
		w.emit(Step{Kind: Answer, Other: defaultMux, Index: 1, At: w.where(lit)})
	}
}

func handles(elt ast.Expr) bool {
	kv, ok := elt.(*ast.KeyValueExpr)
	if !ok {
		return false
	}
	id, ok := kv.Key.(*ast.Ident)
	return ok && id.Name == "Handler"
}

// opens is a literal that is an open client. Those of a dependency are its own
// business.
func (w *walker) opens(lit *ast.CompositeLit, to []string) {
	typ := callmatch.TypeName(w.pass.TypesInfo.TypeOf(lit))
	row, ok := catalog.OpenLiterals[typ]
	if !ok || w.foreign {
		return
	}
	key := nth(to, 0)
	if key == "" {
		key = w.key(lit)
	}
	w.emit(Step{Kind: Open, What: typ, Key: key, Client: row.Client, At: w.where(lit)})
}

// store is one value going to one place.
func (w *walker) store(to string, value ast.Expr) {
	t := w.pass.TypesInfo.TypeOf(value)
	if catalog.ServerHandlers[to] && !w.foreign {
		w.answersBy(value)
	}
	flowed := w.flowsIn(to, value)
	if isFunc(t) {
		w.keep(to, value)
		return
	}
	w.exprTo(value, []string{to})
	if flowed {
		return
	}
	switch v := ast.Unparen(value).(type) {
	case *ast.CallExpr:
	case *ast.CompositeLit:
		w.mapped(to, v)
		for _, elt := range v.Elts { // a list of things is known by the list's key
			if _, ok := elt.(*ast.KeyValueExpr); !ok {
				w.same(to, w.key(elt), w.pass.TypesInfo.TypeOf(elt))
			}
		}
	default:
		w.same(to, w.key(value), t)
	}
}

func isFunc(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// keep notes that a function value is kept somewhere to be called later.
func (w *walker) keep(to string, value ast.Expr) {
	if _, ok := ast.Unparen(value).(*ast.CallExpr); ok {
		w.expr(value)
	}
	body, ok := w.function(value)
	if !ok || to == "" || len(body) == 0 {
		return
	}
	s := Step{Kind: Keep, Key: to, Body: body, At: w.where(value)}
	if len(body) == 1 && body[0].Kind == Param {
		s.Index, s.Body = body[0].Index, nil
	}
	w.emit(s)
}

func (w *walker) assign(lhs, rhs []ast.Expr) {
	to := make([]string, len(lhs))
	for i, l := range lhs {
		to[i] = w.key(l)
	}
	if len(rhs) == 1 && len(lhs) > 1 {
		w.exprTo(rhs[0], to)
		return
	}
	for i, r := range rhs {
		w.replied(lhs[i], r)
		if call, ok := ast.Unparen(r).(*ast.CallExpr); ok && w.appends(call) {
			for _, arg := range call.Args[1:] {
				w.store(to[i], arg)
			}
			continue
		}
		if id, ok := ast.Unparen(lhs[i]).(*ast.Ident); ok && isFunc(w.pass.TypesInfo.TypeOf(r)) && w.local(id) {
			w.flowsIn(to[i], r)
			w.results(r, to[i])
			continue // a local literal is looked at where it is called
		}
		w.store(to[i], r)
		w.sets(lhs[i], to[i])
		w.indexed(lhs[i])
	}
}

// indexed notes the key of an element of a map: the map may be a set of those.
func (w *walker) indexed(lhs ast.Expr) {
	if e, ok := ast.Unparen(lhs).(*ast.IndexExpr); ok {
		w.same(w.key(e.X), w.key(e.Index), w.pass.TypesInfo.TypeOf(e.Index))
	}
}

// results walks the call whose result is a function that a local variable holds.
func (w *walker) results(value ast.Expr, to string) {
	if call, ok := ast.Unparen(value).(*ast.CallExpr); ok {
		w.call(call, []string{to})
	}
}

// local reports whether id is a local variable that is set once.
func (w *walker) local(id *ast.Ident) bool {
	v := varOf(w.pass.TypesInfo, id)
	return v != nil && w.lits[v] != nil && v.Pkg() != nil && v.Parent() != v.Pkg().Scope()
}

func varOf(info *types.Info, id *ast.Ident) *types.Var {
	v, _ := info.ObjectOf(id).(*types.Var)
	return v
}

// appends reports whether call is one of append.
func (w *walker) appends(call *ast.CallExpr) bool {
	id, ok := call.Fun.(*ast.Ident)
	if !ok {
		return false
	}
	b, ok := w.pass.TypesInfo.Uses[id].(*types.Builtin)
	return ok && b.Name() == "append" && len(call.Args) > 1
}

// sets notes a change of a state that others may look at.
func (w *walker) sets(lhs ast.Expr, key string) {
	v, ok := w.target(lhs).(*types.Var)
	if !ok || w.foreign || key == "" || key[0] == '#' || !simple(v.Type()) {
		return
	}
	w.emit(Step{Kind: Set, Key: key, At: w.where(lhs)})
}

// result looks at what a function returns.
func (w *walker) result(s *ast.ReturnStmt) {
	if len(s.Results) == 1 {
		if call, ok := ast.Unparen(s.Results[0]).(*ast.CallExpr); ok && !w.pass.TypesInfo.Types[call.Fun].IsType() {
			keys := []string{resultKey(0)}
			if tuple, ok := w.pass.TypesInfo.TypeOf(call).(*types.Tuple); ok {
				keys = nil
				for i := range tuple.Len() {
					keys = append(keys, resultKey(i))
				}
			}
			if w.nested {
				keys = nil
			}
			w.call(call, keys)
			w.returned(0, call)
			return
		}
	}
	for i, r := range s.Results {
		w.expr(r)
		if w.nested {
			continue
		}
		if !w.flowsIn(resultKey(i), r) {
			w.same(resultKey(i), w.key(r), w.pass.TypesInfo.TypeOf(r))
		}
		w.returned(i, r)
	}
}

// returned keeps what a returned function does.
func (w *walker) returned(i int, value ast.Expr) {
	if w.nested || !isFunc(w.pass.TypesInfo.TypeOf(value)) {
		return
	}
	if body, ok := w.function(value); ok {
		w.returns[i] = append(w.returns[i], body...)
	}
}
