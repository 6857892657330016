package ctxscope

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// A Source is where code can take a context from: a parameter that is one, a parameter that
// carries one, or a field of the receiver.
type Source struct {
	Expr string     // what code writes: "ctx", "r.Context()", "s.ctx"
	Var  *types.Var // the parameter, or the field
	// Kind is "param" for a context, "carrier" for a request, command or stream
	// that has one, and "field" for a field of the receiver.
	Kind string
}

// Given returns the contexts that fn, an *ast.FuncDecl or *ast.FuncLit, is given
// and that are visible at pos: first its parameters, then the fields of its
// receiver, promoted ones included.
func Given(pass *analysis.Pass, fn ast.Node, pos token.Pos) []Source {
	var list []Source
	add := func(kind string, name *ast.Ident, v *types.Var, expr string) {
		if obj, ok := pass.TypesInfo.Defs[name].(*types.Var); ok && visible(pass, obj, pos) {
			list = append(list, Source{Expr: name.Name + expr, Var: v, Kind: kind})
		}
	}
	decl, _ := fn.(*ast.FuncDecl)
	for _, field := range funcType(fn).Params.List {
		for _, name := range field.Names {
			v, ok := pass.TypesInfo.Defs[name].(*types.Var)
			if !ok {
				continue
			}
			if IsContext(v.Type()) {
				add("param", name, v, "")
			} else if access, ok := carried(v.Type()); ok {
				add("carrier", name, v, access)
			}
		}
	}
	if decl == nil || decl.Recv == nil || len(decl.Recv.List[0].Names) == 0 {
		return list
	}
	name := decl.Recv.List[0].Names[0]
	if recv, ok := pass.TypesInfo.Defs[name].(*types.Var); ok {
		for _, f := range contextFields(recv.Type()) {
			add("field", name, f, "."+f.Name())
		}
	}
	return list
}

func funcType(fn ast.Node) *ast.FuncType {
	if decl, ok := fn.(*ast.FuncDecl); ok {
		return decl.Type
	}
	return fn.(*ast.FuncLit).Type
}

// carried returns the selector of the context that a value of type t carries.
func carried(t types.Type) (string, bool) {
	if access, ok := catalog.ContextCarriers[callmatch.TypeName(t)]; ok {
		return access, true
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Context")
	method, ok := obj.(*types.Func)
	return ".Context()", ok && catalog.ContextMethods[callmatch.Name(method)]
}

// contextFields returns the fields of t that are contexts, and of the structs it
// embeds, but not a context that is embedded: that struct is one itself.
func contextFields(t types.Type) []*types.Var {
	st := structOf(t)
	if st == nil {
		return nil
	}
	var list []*types.Var
	for f := range st.Fields() {
		switch {
		case f.Embedded() && structOf(f.Type()) != nil:
			for g := range structOf(f.Type()).Fields() {
				if IsContext(g.Type()) && !g.Embedded() {
					list = append(list, g.Origin())
				}
			}
		case IsContext(f.Type()) && !f.Embedded():
			list = append(list, f.Origin())
		}
	}
	return list
}

func structOf(t types.Type) *types.Struct {
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	st, _ := t.Underlying().(*types.Struct)
	return st
}
