package httptimeout

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// settings is where a package sets the fields that limit the values of one type.
type settings struct {
	typ     string              // "net/http/httputil.ReverseProxy"
	fields  map[string]bool     // "net/http/httputil.ReverseProxy.Transport"
	global  bool                // http.DefaultTransport or http.DefaultClient is replaced or configured
	through map[*types.Var]bool // variables and fields p in p.Transport = …
	unknown bool                // set through an expression that is neither
	closed  map[*types.Var]bool // others could reach these, but come too late to set anything
}

func findSettings(p *check.Pass, in *inspector.Inspector, typ string, fields map[string]bool) *settings {
	t := &settings{typ: typ, fields: fields, through: make(map[*types.Var]bool), closed: make(map[*types.Var]bool)}
	for cur := range in.Root().Preorder((*ast.AssignStmt)(nil)) {
		if inTest(p, cur.Node()) {
			continue
		}
		for _, lhs := range cur.Node().(*ast.AssignStmt).Lhs {
			t.assigned(p.TypesInfo, lhs)
		}
	}
	return t
}

// inTest reports whether n is in a test file: what tests replace or hand over is
// no matter of the program.
func inTest(p *check.Pass, n ast.Node) bool {
	return strings.HasSuffix(p.Fset.File(n.Pos()).Name(), "_test.go")
}

func (t *settings) assigned(info *types.Info, lhs ast.Expr) {
	if mentionsDefault(info, lhs) {
		t.global = true
	}
	sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr)
	if !ok {
		return
	}
	if s := info.Selections[sel]; s == nil || !t.fields[callmatch.OwnedField(s)] {
		return
	}
	if v := variable(info, sel.X); v != nil {
		t.through[v] = true
	} else {
		t.unknown = true
	}
}

// mentionsDefault reports whether lhs is http.DefaultTransport, or
// http.DefaultClient, or a field of it, behind whatever type assertion.
func mentionsDefault(info *types.Info, lhs ast.Expr) bool {
	found := false
	ast.Inspect(lhs, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			v, ok := info.Uses[id].(*types.Var)
			found = found || ok && v.Pkg() != nil && v.Pkg().Path() == "net/http" && (v.Name() == "DefaultTransport" || v.Name() == "DefaultClient")
		}
		return !found
	})
	return found
}

// variable returns the variable or field that expr names, or nil; for an
// element it is that of the map or slice.
func variable(info *types.Info, expr ast.Expr) *types.Var {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		v, _ := info.ObjectOf(expr).(*types.Var)
		return v
	case *ast.SelectorExpr:
		if f := callmatch.Field(info, expr); f != nil {
			return f
		}
		v, _ := info.Uses[expr.Sel].(*types.Var) // a package's variable
		return v
	case *ast.StarExpr:
		return variable(info, expr.X)
	case *ast.IndexExpr:
		return variable(info, expr.X)
	}
	return nil
}

// never reports whether nothing can limit the value made at cur: neither an
// assignment through the variable it is assigned to, nor code that gets it as
// what it is and is not this package's. When other values of the package have a
// limit set, this one must not be aliased at all.
func (t *settings) never(p *check.Pass, made inspector.Cursor) bool {
	strict := t.strict()
	lhs := localvar.Target(made)
	if lhs == nil {
		return !t.leaves(p, made, strict)
	}
	v := variable(p.TypesInfo, lhs)
	if v == nil || t.through[v] || t.public(p, v) || strict && v.IsField() {
		return false
	}
	if !t.is(v.Type()) && !v.IsField() {
		return false // an element of a map or slice, whose ways are not followed
	}
	for _, id := range astindex.Of(p.Pass).Uses[v] {
		use, ok := astindex.Find(made.Inspector(), id)
		if !ok || inTest(p, id) {
			continue
		}
		if sel, ok := use.Parent().Node().(*ast.SelectorExpr); ok && sel.Sel == id {
			use = use.Parent() // s.server
		}
		if t.leaves(p, use, strict) {
			return false
		}
	}
	return true
}

// strict reports whether some value of the package has a limit set, so that one
// that is aliased may be that one.
func (t *settings) strict() bool { return t.unknown || len(t.through) > 0 }

// public reports whether other packages can reach the variable or field v.
func (t *settings) public(p *check.Pass, v *types.Var) bool {
	return !t.closed[v] && p.Pkg.Name() != "main" && v.Exported() && (v.IsField() || v.Parent() == p.Pkg.Scope())
}

// leaves reports whether the value at cur goes, still as what it is, where a
// limit could be set: to another package, or when strict anywhere.
func (t *settings) leaves(p *check.Pass, cur inspector.Cursor, strict bool) bool {
	for {
		switch parent := cur.Parent().Node().(type) {
		case *ast.ParenExpr, *ast.UnaryExpr, *ast.StarExpr:
			cur = cur.Parent()
			continue
		case *ast.CallExpr:
			return t.leavesByCall(p, parent, cur, strict)
		case *ast.ReturnStmt:
			return t.leavesByReturn(p, cur, strict)
		case *ast.AssignStmt:
			lhs := localvar.Target(cur)
			if lhs == nil || lhs == cur.Node() {
				return strict && lhs == nil
			}
			v := variable(p.TypesInfo, lhs)
			return t.is(p.TypesInfo.TypeOf(lhs)) && (strict || v == nil || t.public(p, v))
		case *ast.KeyValueExpr:
			key, _ := parent.Key.(*ast.Ident)
			if key == nil {
				return strict
			}
			v, _ := p.TypesInfo.Uses[key].(*types.Var)
			return v != nil && t.is(v.Type()) && (strict || t.public(p, v))
		case *ast.SelectorExpr, *ast.ExprStmt, *ast.BinaryExpr:
			return false
		}
		return strict
	}
}

func (t *settings) leavesByCall(p *check.Pass, call *ast.CallExpr, arg inspector.Cursor, strict bool) bool {
	sig, ok := p.TypesInfo.TypeOf(call.Fun).Underlying().(*types.Signature)
	if !ok {
		return strict // a conversion
	}
	i := slices.Index(call.Args, arg.Node().(ast.Expr))
	if i < 0 {
		return false // it is the function
	}
	param := sig.Params().At(min(i, sig.Params().Len()-1)).Type()
	if slice, ok := param.(*types.Slice); ok && sig.Variadic() && i >= sig.Params().Len()-1 {
		param = slice.Elem()
	}
	if !t.is(param) {
		return false // an http.Handler, most often: behind it nobody sets fields
	}
	fn := callmatch.Callee(p.TypesInfo, call)
	return strict || fn == nil || fn.Pkg() != p.Pkg && !catalog.HTTPServerTakers[callmatch.Name(fn)]
}

func (t *settings) leavesByReturn(p *check.Pass, value inspector.Cursor, strict bool) bool {
	for fn := range value.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		if lit, ok := fn.Node().(*ast.FuncLit); ok {
			return t.returned(p, lit.Type) // who calls it is not known
		}
		decl := fn.Node().(*ast.FuncDecl)
		return t.returned(p, decl.Type) && (strict || decl.Name.IsExported() && p.Pkg.Name() != "main")
	}
	return true
}

func (t *settings) returned(p *check.Pass, ft *ast.FuncType) bool {
	return ft.Results != nil && slices.ContainsFunc(ft.Results.List, func(f *ast.Field) bool {
		return t.is(p.TypesInfo.TypeOf(f.Type))
	})
}

func (t *settings) is(typ types.Type) bool { return callmatch.IsType(typ, t.typ) }
