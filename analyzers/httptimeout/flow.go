package httptimeout

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/httplimits"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A flow is where a value that is made without a limit goes: through variables, fields,
// parameters and results of the package. Containers stand for what they hold.
type flow struct {
	p       *check.Pass
	in      *inspector.Inspector
	set     *settings
	typ     string // of the value
	made    inspector.Cursor
	vars    map[*types.Var]bool
	calls   map[ast.Expr]bool  // calls that return the value
	uses    []inspector.Cursor // expressions that stand for the value
	limited ast.Node           // where a limit is set on it
	doubts  []check.Doubt      // where code that is not seen gets it as what it is
}

// mostHolders bounds how many variables one value is followed through.
const mostHolders = 50

// follow returns the flow of the value made at cur.
func follow(p *check.Pass, set *settings, made inspector.Cursor, typ string) *flow {
	f := newFlow(p, set, made, typ)
	f.use(made)
	return f
}

// followVar returns the flow of the value that a variable is declared as.
func followVar(p *check.Pass, set *settings, at inspector.Cursor, v *types.Var, typ string) *flow {
	f := newFlow(p, set, at, typ)
	f.hold(v)
	return f
}

func newFlow(p *check.Pass, set *settings, made inspector.Cursor, typ string) *flow {
	return &flow{p: p, in: made.Inspector(), set: set, typ: typ, made: made, vars: make(map[*types.Var]bool), calls: make(map[ast.Expr]bool)}
}

func (f *flow) is(t types.Type) bool { return t != nil && callmatch.IsType(t, f.typ) }

// doubt notes that others may set a limit.
func (f *flow) doubt(d *verdict.Doubt, at ast.Node) {
	f.doubts = append(f.doubts, check.Doubting(d, at.Pos()))
}

// hold goes on with the uses of a variable that the value gets into.
func (f *flow) hold(v *types.Var) {
	if v = v.Origin(); f.vars[v] || len(f.vars) > mostHolders {
		return
	}
	f.vars[v] = true
	if at := f.set.through[v]; at != nil {
		f.limited = at
	}
	if v.Exported() && f.p.Pkg.Name() != "main" && (v.IsField() || v.Parent() == f.p.Pkg.Scope()) || v.Pkg() != f.p.Pkg {
		f.doubt(verdict.Escapes, f.made.Node())
	}
	for _, id := range astindex.Of(f.p.Pass).Uses[v] {
		use, ok := astindex.Find(f.in, id)
		if !ok || inTest(f.p, id) {
			continue
		}
		if kind, _ := use.ParentEdge(); kind == edge.SelectorExpr_Sel {
			use = use.Parent() // s.server
		}
		f.use(use)
	}
}

// use looks at what becomes of the value that the expression at cur stands for.
func (f *flow) use(cur inspector.Cursor) {
	kind, i := cur.ParentEdge()
	switch parent := cur.Parent().Node().(type) {
	case *ast.ParenExpr, *ast.UnaryExpr, *ast.StarExpr, *ast.TypeAssertExpr:
		f.use(cur.Parent())
	case *ast.IndexExpr:
		if kind == edge.IndexExpr_X {
			f.use(cur.Parent())
		}
	case *ast.SelectorExpr:
		f.uses = append(f.uses, cur)
	case *ast.CallExpr:
		if kind == edge.CallExpr_Args {
			f.argument(cur, parent, i)
		}
	case *ast.ReturnStmt:
		f.result(cur, i)
	case *ast.AssignStmt:
		if kind == edge.AssignStmt_Rhs {
			f.assigned(parent.Lhs[min(i, len(parent.Lhs)-1)])
		}
	case *ast.ValueSpec:
		if kind == edge.ValueSpec_Values && i < len(parent.Names) {
			f.assigned(parent.Names[i])
		}
	case *ast.RangeStmt:
		if kind == edge.RangeStmt_X && parent.Value != nil {
			f.assigned(parent.Value)
		}
	case *ast.CompositeLit: // an element of a list
		f.use(cur.Parent())
	case *ast.KeyValueExpr:
		if kind == edge.KeyValueExpr_Value {
			f.element(cur, parent)
		}
	case *ast.SendStmt:
		if kind == edge.SendStmt_Value {
			f.doubt(verdict.Escapes, cur.Node())
		}
	}
}

// assigned goes on with what the value is assigned to. Nobody sets a limit through an
// interface.
func (f *flow) assigned(lhs ast.Expr) {
	if v := variable(f.p.TypesInfo, lhs); v != nil && f.carries(v.Type()) {
		f.hold(v)
	}
}

// carries reports whether variables of type t hold values as what they are.
func (f *flow) carries(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return f.is(u.Elem())
	case *types.Array:
		return f.is(u.Elem())
	case *types.Map:
		return f.is(u.Elem())
	}
	return f.is(t)
}

func (f *flow) element(cur inspector.Cursor, kv *ast.KeyValueExpr) {
	if key, ok := kv.Key.(*ast.Ident); ok {
		if field, ok := f.p.TypesInfo.Uses[key].(*types.Var); ok && field.IsField() {
			f.assigned(key)
			return
		}
	}
	f.use(cur.Parent().Parent()) // an element of a map
}

// argument follows the value into a call.
func (f *flow) argument(cur inspector.Cursor, call *ast.CallExpr, i int) {
	info := f.p.TypesInfo
	if tv := info.Types[call.Fun]; tv.IsType() || tv.IsBuiltin() {
		f.use(cur.Parent()) // a conversion, or append
		return
	}
	sig, ok := info.TypeOf(call.Fun).Underlying().(*types.Signature)
	if !ok {
		return
	}
	param := sig.Params().At(min(i, sig.Params().Len()-1))
	t := param.Type()
	if slice, ok := t.(*types.Slice); ok && sig.Variadic() && i >= sig.Params().Len()-1 {
		t = slice.Elem()
	}
	if !f.is(t) {
		return // an http.Handler, most often: behind it nobody sets fields
	}
	fn := callmatch.Callee(info, call)
	switch {
	case fn == nil:
		f.doubt(verdict.UnknownCallee, call)
	case httplimits.Of(f.p.Pass).Sets(fn, i):
		f.limited = call
	case fn.Pkg() != f.p.Pkg:
		if !catalog.HTTPServerTakers[callmatch.Name(fn)] {
			f.doubt(verdict.UnknownCallee, call)
		}
	default:
		f.hold(fn.Origin().Signature().Params().At(min(i, sig.Params().Len()-1)))
	}
}

// result goes on with the calls of the function that returns the value as its result i.
func (f *flow) result(cur inspector.Cursor, i int) {
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		decl, ok := fn.Node().(*ast.FuncDecl)
		if !ok {
			if sig, ok := f.p.TypesInfo.TypeOf(fn.Node().(*ast.FuncLit)).(*types.Signature); ok && i < sig.Results().Len() && f.carries(sig.Results().At(i).Type()) {
				f.doubt(verdict.Escapes, cur.Node()) // who calls it is not known
			}
			return
		}
		obj, ok := f.p.TypesInfo.Defs[decl.Name].(*types.Func)
		if ok && i < obj.Signature().Results().Len() && f.carries(obj.Signature().Results().At(i).Type()) {
			f.results(cur, obj, i)
		}
		return
	}
}

func (f *flow) results(cur inspector.Cursor, fn *types.Func, i int) {
	index := astindex.Of(f.p.Pass)
	if at := f.set.results[fn]; at != nil {
		f.limited = at
	}
	if fn.Exported() && f.p.Pkg.Name() != "main" || len(index.Values[fn]) > 0 {
		f.doubt(verdict.Escapes, cur.Node())
	}
	for _, call := range index.Calls[fn] {
		at, ok := astindex.Find(f.in, call.Expr)
		if !ok || inTest(f.p, call.Expr) || f.calls[call.Expr] {
			continue
		}
		f.calls[call.Expr] = true
		assign, ok := at.Parent().Node().(*ast.AssignStmt)
		if ok && len(assign.Rhs) == 1 && i < len(assign.Lhs) {
			f.assigned(assign.Lhs[i])
		} else if !ok || len(assign.Lhs) == len(assign.Rhs) {
			f.use(at)
		}
	}
}

// replaced adds a doubt for each other value that is assigned to what holds this one.
func (f *flow) replaced() {
	for cur := range f.in.Root().Preorder((*ast.AssignStmt)(nil)) {
		if inTest(f.p, cur.Node()) || cur.Contains(f.made) {
			continue
		}
		for _, lhs := range cur.Node().(*ast.AssignStmt).Lhs {
			if f.vars[variable(f.p.TypesInfo, lhs)] && !f.carried(cur) {
				f.doubt(verdict.HandedIn, cur.Node())
				return
			}
		}
	}
}

// carried reports whether what an assignment assigns is the value itself.
func (f *flow) carried(assign inspector.Cursor) bool {
	return slices.ContainsFunc(assign.Node().(*ast.AssignStmt).Rhs, func(rhs ast.Expr) bool {
		if amp, ok := ast.Unparen(rhs).(*ast.UnaryExpr); ok && amp.Op == token.AND {
			rhs = amp.X
		}
		return f.calls[rhs] || f.vars[variable(f.p.TypesInfo, rhs)]
	})
}
