package signals

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// findServing decides for every function of the package whether it serves.
func (r *Result) findServing() {
	for changed := true; changed; {
		changed = false
		for fn, decl := range r.decls {
			if !r.serves[fn] && r.ServingCall(decl.Body) != nil {
				r.serves[fn], changed = true, true
			}
		}
	}
	for changed := true; changed; { // by the calls that serve in the end
		changed = false
		for fn := range r.serves {
			if !r.scraped[fn] && r.Scraped(r.ServingCall(r.decls[fn].Body)) {
				r.scraped[fn], changed = true, true
			}
		}
	}
}

// Serves reports whether fn, of any package, serves until it is told to stop.
func (r *Result) Serves(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	fn = fn.Origin()
	_, known := catalog.Serving[callmatch.Name(fn)]
	return known || r.serves[fn] || r.fact(fn).Serves
}

// Scraped reports whether a call that serves does so for what is asked for again soon,
// by who counts on it that an answer may fail to come: metrics.
func (r *Result) Scraped(call *ast.CallExpr) bool {
	fn := callmatch.Callee(r.pass.TypesInfo, call)
	if fn == nil {
		return false
	}
	fn = fn.Origin()
	return catalog.Scraped[callmatch.Name(fn)] || r.scraped[fn] || r.fact(fn).Scraped
}

// ServingCall returns the call by which body serves: one that body makes itself,
// or one that it makes in a goroutine and then waits for; where it waits for
// ever, also one that starts such a goroutine. Calls whose address is a constant
// of the local host do not count: they are for one's own eyes.
func (r *Result) ServingCall(body *ast.BlockStmt) *ast.CallExpr {
	w := &walker{Result: r}
	w.walk(body)
	switch {
	case w.direct != nil:
		return w.direct
	case w.spawned != nil && w.waits:
		return w.spawned
	case w.forever:
		return r.helper(w.calls)
	}
	return nil
}

// Stays reports whether a function with that body serves, starts what serves, or
// mentions what handles signals: it is at work until it is told to stop.
func (r *Result) Stays(body *ast.BlockStmt) bool {
	if r.ServingCall(body) != nil || r.Spawned(body) != nil {
		return true
	}
	stays := false
	ast.Inspect(body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			stays = stays || r.toldBy(r.pass.TypesInfo.Uses[id])
		}
		return !stays
	})
	return stays
}

// toldBy reports whether obj, of any package, handles signals.
func (r *Result) toldBy(obj types.Object) bool {
	fn, ok := obj.(*types.Func)
	if ok {
		obj = fn.Origin()
	}
	if obj == nil || obj.Pkg() == nil {
		return false
	}
	if _, known := catalog.Notifies[callmatch.Name(fn)]; ok && known {
		return true
	}
	return (r.traits[obj] | r.fact(obj).Traits).Has(Handles)
}

// Spawned returns the call by which body serves in a goroutine that it does not
// wait for itself.
func (r *Result) Spawned(body *ast.BlockStmt) *ast.CallExpr {
	w := &walker{Result: r}
	w.walk(body)
	if w.waits {
		return nil
	}
	return w.spawned
}

// helper returns the call of a function of this package that starts such a
// goroutine.
func (r *Result) helper(calls []*ast.CallExpr) *ast.CallExpr {
	for _, call := range calls {
		fn := callmatch.Callee(r.pass.TypesInfo, call)
		if fn == nil {
			continue
		}
		if decl := r.decls[fn.Origin()]; decl != nil && r.Spawned(decl.Body) != nil {
			return call
		}
	}
	return nil
}

// A walker looks through one function body.
type walker struct {
	*Result
	direct  *ast.CallExpr
	spawned *ast.CallExpr // in a goroutine
	group   bool          // started by a group that can be waited for
	waits   bool          // after it
	calls   []*ast.CallExpr
	forever bool // it does nothing else in the end
}

func (w *walker) walk(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false // who calls it is not known
		case *ast.GoStmt:
			w.spawn(n.Call.Fun, n.Call, false)
			return false
		case *ast.DeferStmt:
			return false
		case *ast.CallExpr:
			return w.call(n)
		case *ast.SelectStmt:
			w.waits = w.waits || w.spawned != nil && !hasDefault(n)
			for _, c := range n.Body.List {
				for _, stmt := range c.(*ast.CommClause).Body {
					w.walk(stmt)
				}
			}
			w.forever = w.forever || len(n.Body.List) == 0
			return false
		case *ast.UnaryExpr:
			w.waits = w.waits || w.spawned != nil && n.Op == token.ARROW
		}
		return true
	})
}

func hasDefault(s *ast.SelectStmt) bool {
	for _, c := range s.Body.List {
		if c.(*ast.CommClause).Comm == nil {
			return true
		}
	}
	return false
}

func (w *walker) call(call *ast.CallExpr) bool {
	if lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
		w.walk(lit.Body)
		return true
	}
	fn := callmatch.Callee(w.pass.TypesInfo, call)
	name := callmatch.Name(fn)
	if row, ok := catalog.Starters[name]; ok && row.Arg < len(call.Args) {
		w.spawn(call.Args[row.Arg], nil, true)
		return false
	}
	if catalog.Joins[name] {
		w.waits = w.waits || w.spawned != nil && w.group
	}
	if w.direct == nil && w.Serves(fn) && !w.private(call, name) {
		w.direct = call
	}
	w.calls = append(w.calls, call)
	return true
}

// spawn looks at what a goroutine runs.
func (w *walker) spawn(fun ast.Expr, call *ast.CallExpr, group bool) {
	if w.spawned != nil {
		return
	}
	if lit, ok := ast.Unparen(fun).(*ast.FuncLit); ok {
		w.spawned = w.ServingCall(lit.Body)
	} else if fn := callmatch.Func(w.pass.TypesInfo, fun); call != nil && w.Serves(fn) && !w.private(call, callmatch.Name(fn)) {
		w.spawned = call
	}
	w.group = w.spawned != nil && group
}

// private reports whether the address of a serving call, or that of its listener,
// is one of this host.
func (w *walker) private(call *ast.CallExpr, name string) bool {
	roles := strings.Fields(catalog.Serving[name].Args)
	if i := slices.Index(roles, "addr"); i >= 0 && i < len(call.Args) {
		return w.local(call.Args[i])
	}
	if i := slices.Index(roles, "listener"); i >= 0 && i < len(call.Args) {
		listen := w.value(call.Args[i])
		row, ok := catalog.Listens[callmatch.CalleeName(w.pass.TypesInfo, listen)]
		return ok && row.Arg < len(listen.Args) && w.local(listen.Args[row.Arg])
	}
	return false
}

// value returns the call that makes a local variable's only value, an empty one
// when there is none.
func (w *walker) value(expr ast.Expr) *ast.CallExpr {
	if id, ok := ast.Unparen(expr).(*ast.Ident); ok {
		v, _ := w.pass.TypesInfo.Uses[id].(*types.Var)
		for _, file := range w.pass.Files {
			if v != nil && file.FileStart <= v.Pos() && v.Pos() < file.FileEnd {
				expr = localvar.Value(w.pass.TypesInfo, file, v)
			}
		}
	}
	if call, ok := expr.(*ast.CallExpr); ok {
		return call
	}
	return &ast.CallExpr{Fun: &ast.BadExpr{}}
}

// local reports whether an address is a constant one of this host, or is made from
// a format that begins with one.
func (w *walker) local(addr ast.Expr) bool {
	if call := w.value(addr); callmatch.CalleeName(w.pass.TypesInfo, call) == "fmt.Sprintf" && len(call.Args) > 0 {
		addr = call.Args[0]
	}
	value := w.pass.TypesInfo.Types[addr].Value
	if value == nil || value.Kind() != constant.String {
		return false
	}
	return catalog.ThisHostOnly(constant.StringVal(value))
}
