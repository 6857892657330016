// Package callmatch answers "is this call, function or type X?" for the names
// of the catalog. It looks through aliases, pointers, generics, embedding and
// method values, because types do, and never at an identifier's spelling.
package callmatch

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"
)

// Name returns the name of fn as the catalog writes it: "net/http.Get",
// "(*net/http.Client).Do", "(context.Context).Done". Instances answer with their
// generic origin, without type parameters: "(*p.Cache).Get". "" stands for nil.
func Name(fn *types.Func) string {
	if fn == nil {
		return ""
	}
	return names.of(fn.Origin(), nameOf)
}

func nameOf(obj types.Object) string {
	fn := obj.(*types.Func)
	recv := fn.Signature().Recv()
	if recv == nil {
		return qualified(fn)
	}
	t, star := types.Unalias(recv.Type()), ""
	if ptr, ok := t.(*types.Pointer); ok {
		t, star = types.Unalias(ptr.Elem()), "*"
	}
	if named, ok := t.(*types.Named); ok {
		name := qualified(named.Obj())
		if wasInterface[name] {
			star = ""
		}
		return "(" + star + name + ")." + fn.Name()
	}
	return fn.FullName() // a method of an interface without a name
}

// qualified returns the object's name, qualified by its package's path, as go/types writes
// it. It is much cheaper, which matters because checks look up most calls.
func qualified(obj types.Object) string {
	if obj.Pkg() == nil {
		return obj.Name()
	}
	return path(obj.Pkg()) + "." + obj.Name()
}

// Foreign reports whether obj belongs to another module than the one that is
// analyzed, and not to the standard library. Where there are no modules, nothing does.
func Foreign(pass *analysis.Pass, obj types.Object) bool {
	if pass.Module == nil || pass.Module.Path == "" || obj.Pkg() == nil {
		return false
	}
	first, _, _ := strings.Cut(obj.Pkg().Path(), "/")
	rest, within := strings.CutPrefix(obj.Pkg().Path(), pass.Module.Path)
	return strings.Contains(first, ".") && !(within && (rest == "" || rest[0] == '/'))
}

// Callee returns the function or method that call names, the interface method
// for a dynamic call, and nil for calls of function values, conversions and
// builtins. It is nil, too, where the arguments do not stand where the catalog says:
// f(g()) of several results, and T.Method(v), which gets its receiver as the first.
func Callee(info *types.Info, call *ast.CallExpr) *types.Func {
	fn, _ := typeutil.Callee(info, call).(*types.Func)
	if fn == nil || len(call.Args) > 0 && (spread(info, call) || methodExpr(info, call)) {
		return nil
	}
	return fn
}

// spread reports whether the arguments of call are the results of another one.
func spread(info *types.Info, call *ast.CallExpr) bool {
	if len(call.Args) != 1 {
		return false
	}
	results, ok := ast.Unparen(call.Args[0]).(*ast.CallExpr)
	if !ok {
		return false
	}
	_, several := info.TypeOf(results).(*types.Tuple)
	return several
}

// methodExpr reports whether call names a method by its type.
func methodExpr(info *types.Info, call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	s := info.Selections[sel]
	return s != nil && s.Kind() == types.MethodExpr
}

// CalleeName returns [Name] of [Callee].
func CalleeName(info *types.Info, call *ast.CallExpr) string {
	return Name(Callee(info, call))
}

// Func returns the function or method that expr denotes without calling it:
// a method value, a function name, an instance of a generic function.
func Func(info *types.Info, expr ast.Expr) *types.Func {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		fn, _ := info.Uses[expr].(*types.Func)
		return fn
	case *ast.SelectorExpr:
		fn, _ := info.Uses[expr.Sel].(*types.Func)
		return fn
	case *ast.IndexExpr:
		return Func(info, expr.X)
	case *ast.IndexListExpr:
		return Func(info, expr.X)
	}
	return nil
}

// IsBuiltin reports whether call is one of the predeclared function with this name.
func IsBuiltin(info *types.Info, call *ast.CallExpr, name string) bool {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	return ok && id.Name == name && info.Types[id].IsBuiltin()
}

// IsStub reports whether fn is a method that gRPC generates for its clients: one
// of an interface, whose last parameter is a list of call options.
func IsStub(fn *types.Func) bool {
	if fn == nil || fn.Signature().Recv() == nil || !fn.Signature().Variadic() || !types.IsInterface(fn.Signature().Recv().Type()) {
		return false
	}
	params := fn.Signature().Params()
	list, ok := params.At(params.Len() - 1).Type().(*types.Slice)
	return ok && TypeName(list.Elem()) == "google.golang.org/grpc.CallOption"
}

// Field returns the struct field that expr selects, promoted ones included.
func Field(info *types.Info, expr ast.Expr) *types.Var {
	sel, ok := ast.Unparen(expr).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	if s := info.Selections[sel]; s != nil && s.Kind() == types.FieldVal {
		return s.Obj().(*types.Var).Origin()
	}
	return nil
}

// Named returns the named type of t or of what it points to, or nil.
func Named(t types.Type) *types.Named {
	if t == nil {
		return nil
	}
	t = types.Unalias(t)
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = types.Unalias(ptr.Elem())
	}
	named, _ := t.(*types.Named)
	return named
}

// TypeName returns the catalog name of t's named type, "net/http.Client" for
// Client, *Client and aliases of either, and "" for other types.
func TypeName(t types.Type) string {
	named := Named(t)
	if named == nil {
		return ""
	}
	return names.of(named.Origin().Obj(), qualified)
}

// IsType reports whether t, or what it points to, is the named type.
func IsType(t types.Type, name string) bool { return TypeName(t) == name }

// OwnedField returns the catalog name of the field that sel selects, such as
// "time.Ticker.C". For a promoted field the owner is the embedded struct that
// declares it; "" stands for fields of unnamed structs.
func OwnedField(sel *types.Selection) string {
	owner := sel.Recv()
	for _, i := range sel.Index()[:len(sel.Index())-1] {
		st, ok := Deref(owner).Underlying().(*types.Struct)
		if !ok {
			return ""
		}
		owner = st.Field(i).Type()
	}
	if name := TypeName(owner); name != "" {
		return name + "." + sel.Obj().Name()
	}
	return ""
}

// PromotedBy returns the catalog name of the embedded field by which sel selects a method;
// "" for a method of the type itself, and for fields of unnamed structs.
func PromotedBy(sel *types.Selection) string {
	if sel.Kind() != types.MethodVal || len(sel.Index()) < 2 {
		return ""
	}
	owner, name := sel.Recv(), ""
	for _, i := range sel.Index()[:len(sel.Index())-1] {
		st, ok := Deref(owner).Underlying().(*types.Struct)
		if !ok {
			return ""
		}
		if name = TypeName(owner); name != "" {
			name += "." + st.Field(i).Name()
		}
		owner = st.Field(i).Type()
	}
	return name
}

// Deref returns what a pointer points to, and other types as they are.
func Deref(t types.Type) types.Type {
	if ptr, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		return ptr.Elem()
	}
	return t
}
