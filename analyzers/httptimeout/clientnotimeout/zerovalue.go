package clientnotimeout

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/valueflow"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// zeroValues reports variables and fields that are clients as they are declared, of which nothing sets anything:
//
//	type API struct{ client http.Client }
//
//	resp, err := a.client.Get(url)
type zeroValues struct {
	p        *check.Pass
	in       *inspector.Inspector
	settings func() *valueflow.Settings
	seen     map[*types.Var]bool
}

// judge judges the client that a call is made on, if it is the first request of one.
func (z *zeroValues) judge(cur inspector.Cursor) {
	call, ok := cur.Node().(*ast.CallExpr)
	if !ok {
		return
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !requests(callmatch.CalleeName(z.p.TypesInfo, call)) {
		return
	}
	v := named(z.p.TypesInfo, sel.X)
	if v == nil || z.seen[v] || valueflow.IsPointer(v.Type()) || !callmatch.IsType(v.Type(), valueflow.HTTPClient) {
		return
	}
	at, ok := astindex.Find(z.in, sel.X)
	if !ok {
		return
	}
	r := sends(z.p, at)
	if r == nil || z.settings().Transport != nil || !z.untouched(v) {
		return
	}
	z.seen[v] = true
	deadline := "the request has no deadline"
	if r.given {
		deadline = "only its caller may give the request a deadline"
	}
	z.p.Report(check.Finding{
		At:      call.Fun,
		Message: fmt.Sprintf("%s never returns when the server does not respond: nothing sets a Timeout of %s, and %s", z.p.Source(call.Fun), z.p.Source(sel.X), deadline),
		Trace:   []check.Hop{{Pos: v.Pos(), Message: "declared here, as a zero value"}},
		Doubts:  r.doubts,
		Fix:     z.fix(v, call),
	})
}

func requests(name string) bool {
	return catalog.HTTPClientMethods[name] || name == "(*net/http.Client).Do"
}

// named returns the variable or field of this package that an expression names.
func named(info *types.Info, expr ast.Expr) *types.Var {
	if f := callmatch.Field(info, expr); f != nil {
		return f
	}
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := info.Uses[id].(*types.Var)
	return v
}

// untouched reports whether a variable is declared without a value, or is a field, and all that the package does with it
// is to call the methods of a client: nothing assigns to it, sets a part of it or takes its address.
func (z *zeroValues) untouched(v *types.Var) bool {
	if v.Exported() || v.Pkg() != z.p.Pkg || v.Embedded() || !v.IsField() && z.declared(v) == nil || v.IsField() && z.filled(v) {
		return false
	}
	for _, id := range astindex.Of(z.p.Pass).Uses[v] {
		cur, ok := astindex.Find(z.in, id)
		if !ok {
			return false
		}
		if sel, qualified := cur.Parent().Node().(*ast.SelectorExpr); qualified && sel.Sel == id {
			cur = cur.Parent()
		}
		sel, ok := cur.Parent().Node().(*ast.SelectorExpr)
		kind, _ := cur.Parent().ParentEdge()
		if !ok || sel.X != cur.Node() || kind != edge.CallExpr_Fun {
			return false
		}
	}
	return true
}

// filled reports whether a literal without keys gives a field its value.
func (z *zeroValues) filled(field *types.Var) bool {
	for cur := range z.in.Root().Preorder((*ast.CompositeLit)(nil)) {
		lit := cur.Node().(*ast.CompositeLit)
		st, ok := callmatch.Deref(z.p.TypesInfo.TypeOf(lit)).Underlying().(*types.Struct)
		if !ok || len(lit.Elts) == 0 {
			continue
		}
		if _, keyed := lit.Elts[0].(*ast.KeyValueExpr); keyed {
			continue
		}
		for f := range st.Fields() {
			if f.Origin() == field {
				return true
			}
		}
	}
	return false
}

// declared returns the declaration of a variable that has a type and no value; nil for parameters and others.
func (z *zeroValues) declared(v *types.Var) *ast.ValueSpec {
	cur, ok := z.in.Root().FindByPos(v.Pos(), v.Pos())
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.ValueSpec)(nil), (*ast.FuncType)(nil)) {
		spec, ok := c.Node().(*ast.ValueSpec)
		if !ok || len(spec.Values) > 0 || len(spec.Names) != 1 {
			return nil
		}
		return spec
	}
	return nil
}

// fix gives a variable a client with a limit where it is declared. What makes the struct of a field is to set it there.
func (z *zeroValues) fix(v *types.Var, call *ast.CallExpr) *edit.Fix {
	spec := z.declared(v)
	if v.IsField() || spec == nil || dropsError(z.in, call) || takesTime(z.p, z.in, call) {
		return nil
	}
	e := z.p.Edit(spec.Pos())
	limit := limitOf(z.p, z.in, call).configured(e, spec)
	e.Replace(spec.Type.Pos(), spec.Type.End(), "= "+z.p.Source(spec.Type)+"{Timeout: "+limit.expr(e, spec)+"}")
	return e.Fix("Set Timeout to "+limit.text, limit.changes())
}
