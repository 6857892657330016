// Package valueflow follows a client, server or transport through the variables, fields,
// parameters and results of a package to where a limit is set and where it is used.
package valueflow

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

// A Flow is where a value that is made without a limit goes: through variables, fields,
// parameters and results of the package. Containers stand for what they hold.
type Flow struct {
	P       *check.Pass
	in      *inspector.Inspector
	set     *Settings
	typ     string // of the value
	Made    inspector.Cursor
	Vars    map[*types.Var]bool
	calls   map[ast.Expr]bool   // calls that return the value
	Uses    []inspector.Cursor  // expressions that stand for the value
	Handed  map[string]ast.Node // other modules that it is handed to, and where
	Limited ast.Node            // where a limit is set on it
	Doubts  []check.Doubt       // where code that is not seen gets it as what it is
}

func (f *Flow) is(t types.Type) bool {
	return t != nil && (callmatch.IsType(t, f.typ) || f.typ == HTTPClient && f.sends(t))
}

// Doubt notes that others may set a limit.
func (f *Flow) Doubt(d *verdict.Doubt, at ast.Node) {
	f.Doubts = append(f.Doubts, check.Doubting(d, at.Pos()))
}

// hold continues with the uses of a variable that the value gets into.
func (f *Flow) hold(v *types.Var) {
	if v = v.Origin(); f.Vars[v] || len(f.Vars) > mostHolders {
		return
	}
	f.Vars[v] = true
	if at := f.set.Through[v]; at != nil {
		f.Limited = at
	}
	if !f.handTo(v.Pkg(), f.Made.Node()) && f.leaves(v) {
		f.Doubt(verdict.Escapes, f.Made.Node())
	}
	for _, id := range astindex.Of(f.P.Pass).Uses[v] {
		use, ok := astindex.Find(f.in, id)
		if !ok || inTest(f.P, id) {
			continue
		}
		if kind, _ := use.ParentEdge(); kind == edge.SelectorExpr_Sel {
			use = use.Parent() // s.server
		}
		f.use(use)
	}
}

// leaves reports whether code of other packages sees what a variable holds.
func (f *Flow) leaves(v *types.Var) bool {
	shared := v.IsField() || v.Parent() == f.P.Pkg.Scope()
	return shared && v.Exported() && f.P.Pkg.Name() != "main" || v.Pkg() != f.P.Pkg
}

// use looks at what becomes of the value that the expression at cur stands for.
func (f *Flow) use(cur inspector.Cursor) {
	kind, i := cur.ParentEdge()
	switch parent := cur.Parent().Node().(type) {
	case *ast.ParenExpr, *ast.UnaryExpr, *ast.StarExpr, *ast.TypeAssertExpr:
		f.use(cur.Parent())
	case *ast.IndexExpr:
		if kind == edge.IndexExpr_X {
			f.use(cur.Parent())
		}
	case *ast.SelectorExpr:
		f.Uses = append(f.Uses, cur)
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
	case *ast.CompositeLit:
		f.unkeyed(cur, parent, i)
	case *ast.KeyValueExpr:
		if kind == edge.KeyValueExpr_Value {
			f.element(cur, parent)
		}
	case *ast.SendStmt:
		if kind == edge.SendStmt_Value {
			f.Doubt(verdict.Escapes, cur.Node())
		}
	}
}

// assigned continues with what the value is assigned to. No limit can be set through an
// interface, but a client can send requests through one.
func (f *Flow) assigned(lhs ast.Expr) {
	if v := Variable(f.P.TypesInfo, lhs); v != nil && f.carries(v.Type()) {
		f.hold(v)
	}
}

// carries reports whether variables of type t hold values as what they are.
func (f *Flow) carries(t types.Type) bool {
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

// unkeyed follows an element of a list, or a field of a struct.
func (f *Flow) unkeyed(cur inspector.Cursor, lit *ast.CompositeLit, i int) {
	st, ok := callmatch.Deref(f.P.TypesInfo.TypeOf(lit)).Underlying().(*types.Struct)
	if !ok {
		f.use(cur.Parent())
	} else if i < st.NumFields() && f.carries(st.Field(i).Type()) {
		f.hold(st.Field(i))
	}
}

func (f *Flow) element(cur inspector.Cursor, kv *ast.KeyValueExpr) {
	if key, ok := kv.Key.(*ast.Ident); ok {
		if field, ok := f.P.TypesInfo.Uses[key].(*types.Var); ok && field.IsField() {
			f.limitBeside(cur.Parent().Parent().Node().(*ast.CompositeLit), field)
			f.assigned(key)
			return
		}
	}
	f.use(cur.Parent().Parent()) // an element of a map
}

// argument follows the value into a call.
func (f *Flow) argument(cur inspector.Cursor, call *ast.CallExpr, i int) {
	info := f.P.TypesInfo
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
		return // an http.Handler, most often: no field can be set through it
	}
	fn := callmatch.Callee(info, call)
	switch {
	case fn == nil:
		f.intoVariable(call, min(i, sig.Params().Len()-1))
	case fn.Pkg() != f.P.Pkg && httplimits.Of(f.P.Pass).Sets(fn, i):
		f.Limited = call
	case fn.Pkg() != f.P.Pkg:
		if !catalog.HTTPServerTakers[callmatch.Name(fn)] && !f.handTo(fn.Pkg(), call) {
			f.Doubt(verdict.UnknownCallee, call)
		}
	default:
		f.hold(fn.Origin().Signature().Params().At(min(i, sig.Params().Len()-1)))
	}
}

// result continues with the calls of the function that returns the value as its result i.
func (f *Flow) result(cur inspector.Cursor, i int) {
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		decl, ok := fn.Node().(*ast.FuncDecl)
		if !ok {
			if sig, ok := f.P.TypesInfo.TypeOf(fn.Node().(*ast.FuncLit)).(*types.Signature); ok && i < sig.Results().Len() && f.carries(sig.Results().At(i).Type()) {
				f.Doubt(verdict.Escapes, cur.Node()) // its caller is not known
			}
			return
		}
		obj, ok := f.P.TypesInfo.Defs[decl.Name].(*types.Func)
		if ok && i < obj.Signature().Results().Len() && f.carries(obj.Signature().Results().At(i).Type()) {
			f.results(cur, obj, i)
		}
		return
	}
}

func (f *Flow) results(cur inspector.Cursor, fn *types.Func, i int) {
	index := astindex.Of(f.P.Pass)
	if at := f.set.results[fn]; at != nil {
		f.Limited = at
	}
	if fn.Exported() && f.P.Pkg.Name() != "main" || len(index.Values[fn]) > 0 {
		f.Doubt(verdict.Escapes, cur.Node())
	}
	for _, call := range index.Calls[fn] {
		at, ok := astindex.Find(f.in, call.Expr)
		if !ok || inTest(f.P, call.Expr) || f.calls[call.Expr] {
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

// Replaced adds a doubt for each other value that is assigned to what holds this one.
func (f *Flow) Replaced() {
	for cur := range f.in.Root().Preorder((*ast.AssignStmt)(nil)) {
		if inTest(f.P, cur.Node()) || cur.Contains(f.Made) {
			continue
		}
		for _, lhs := range cur.Node().(*ast.AssignStmt).Lhs {
			if f.Vars[Variable(f.P.TypesInfo, lhs)] && !f.carried(cur) {
				f.Doubt(verdict.HandedIn, cur.Node())
				return
			}
		}
	}
}

// carried reports whether what an assignment assigns is the value itself.
func (f *Flow) carried(assign inspector.Cursor) bool {
	return slices.ContainsFunc(assign.Node().(*ast.AssignStmt).Rhs, func(rhs ast.Expr) bool {
		if amp, ok := ast.Unparen(rhs).(*ast.UnaryExpr); ok && amp.Op == token.AND {
			rhs = amp.X
		}
		return f.calls[rhs] || f.Vars[Variable(f.P.TypesInfo, rhs)]
	})
}

// OfTests adds a doubt where the server belongs to one for tests.
func (f *Flow) OfTests() {
	for v := range f.Vars {
		if v.Pkg() != nil && v.Pkg().Path() == "net/http/httptest" {
			f.Doubt(verdict.Developers, f.Made.Node())
		}
	}
}
