package filestate

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// mark stands around the number of a parameter in a key. No text of a program contains it.
const mark = "\x00"

func parameter(i int) string { return fmt.Sprint(mark, i, mark) }

// keys says what paths are made of in one function.
type keys struct {
	pass *analysis.Pass
	decl *ast.FuncDecl
}

// deepest is how many definitions and calls are looked into.
const deepest = 8

// of returns the key of an expression, "" if it is not known.
func (k *keys) of(expr ast.Expr, level int) string {
	if level > deepest {
		return ""
	}
	expr = ast.Unparen(expr)
	if value := k.pass.TypesInfo.Types[expr].Value; value != nil {
		return value.ExactString()
	}
	switch x := expr.(type) {
	case *ast.Ident:
		v, _ := k.pass.TypesInfo.Uses[x].(*types.Var)
		return k.variable(v, level)
	case *ast.SelectorExpr:
		return k.selected(x, level)
	case *ast.CallExpr:
		return k.call(x, level)
	case *ast.StarExpr:
		return k.of(x.X, level+1)
	case *ast.BinaryExpr:
		if x.Op == token.ADD {
			return k.join("+", []ast.Expr{x.X, x.Y}, level)
		}
	}
	return ""
}

// join returns the key of something that is made of several expressions.
func (k *keys) join(how string, parts []ast.Expr, level int) string {
	var list []string
	for _, part := range parts {
		key := k.of(part, level+1)
		if key == "" {
			return ""
		}
		list = append(list, key)
	}
	return how + "(" + strings.Join(list, ",") + ")"
}

// substituted returns the key in which the arguments of a call stand for the parameters of the
// function that it calls, and the last of these arguments.
func (k *keys) substituted(key string, args []ast.Expr) (string, ast.Expr) {
	var path ast.Expr
	var pairs []string
	for i, arg := range args {
		if !strings.Contains(key, parameter(i)) {
			continue
		}
		value := k.of(arg, 0)
		if value == "" {
			return "", nil
		}
		path = arg
		pairs = append(pairs, parameter(i), value)
	}
	if path == nil {
		return "", nil
	}
	return strings.NewReplacer(pairs...).Replace(key), path
}

func (k *keys) variable(v *types.Var, level int) string {
	if v == nil {
		return ""
	}
	if v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		return "var " + v.Pkg().Path() + "." + v.Name()
	}
	sig := k.pass.TypesInfo.Defs[k.decl.Name].(*types.Func).Signature()
	for i := range sig.Params().Len() {
		if sig.Params().At(i) == v && !k.assigned(v) {
			return parameter(i)
		}
	}
	value := localvar.Value(k.pass.TypesInfo, k.decl.Body, v)
	if value == nil {
		return ""
	}
	if _, several := k.pass.TypesInfo.TypeOf(value).(*types.Tuple); several && !isString(v.Type()) {
		return ""
	}
	return k.of(value, level+1)
}

// assigned reports whether the function assigns to a parameter, or takes its address.
func (k *keys) assigned(v *types.Var) (found bool) {
	ast.Inspect(k.decl.Body, func(n ast.Node) bool {
		var list []ast.Expr
		switch n := n.(type) {
		case *ast.AssignStmt:
			list = n.Lhs
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				list = []ast.Expr{n.X}
			}
		}
		for _, expr := range list {
			id, ok := ast.Unparen(expr).(*ast.Ident)
			found = found || ok && k.pass.TypesInfo.ObjectOf(id) == types.Object(v)
		}
		return !found
	})
	return found
}

func isString(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsString != 0
}

// selected returns the key of a variable of another package, or of a field: of whichever object
// of its type, unless that is an element of a container.
func (k *keys) selected(x *ast.SelectorExpr, level int) string {
	info := k.pass.TypesInfo
	sel := info.Selections[x]
	if sel == nil {
		v, _ := info.Uses[x.Sel].(*types.Var)
		return k.variable(v, level)
	}
	field := callmatch.OwnedField(sel)
	root, _ := callmatch.Root(info, x).(*types.Var)
	switch {
	case root == nil || sel.Kind() != types.FieldVal || k.element(root):
		return ""
	case field == "" && root.Pkg() != nil && root.Parent() == root.Pkg().Scope(): // a struct without a name
		return "var " + root.Pkg().Path() + "." + types.ExprString(x)
	case field == "":
		return ""
	}
	return "field " + field
}

// element reports whether a variable is one of many: that of a range statement.
func (k *keys) element(v *types.Var) (found bool) {
	ast.Inspect(k.decl.Body, func(n ast.Node) bool {
		loop, ok := n.(*ast.RangeStmt)
		if ok {
			id, _ := loop.Value.(*ast.Ident)
			found = found || id != nil && k.pass.TypesInfo.ObjectOf(id) == types.Object(v)
		}
		return !found
	})
	return found
}

// call returns the key of what a function returns, if it returns the same each time.
func (k *keys) call(x *ast.CallExpr, level int) string {
	info := k.pass.TypesInfo
	if info.Types[x.Fun].IsType() {
		return k.of(x.Args[0], level+1)
	}
	fn := callmatch.Callee(info, x)
	name := callmatch.Name(fn)
	switch {
	case fn == nil || x.Ellipsis.IsValid():
		return ""
	case catalog.SamePath[name] && len(x.Args) == 1:
		return k.of(x.Args[0], level+1)
	case callmatch.Std(fn) && fn.Pkg() != k.pass.Pkg && !catalog.SteadyPaths[name]:
		return ""
	case callmatch.Foreign(k.pass, fn) && !k.constants(x.Args):
		return "" // as a new ID
	}
	return k.join(name, x.Args, level)
}

// constants reports whether there are arguments, all constant strings.
func (k *keys) constants(args []ast.Expr) bool {
	for _, arg := range args {
		if value := k.pass.TypesInfo.Types[arg].Value; value == nil || value.Kind() != constant.String {
			return false
		}
	}
	return len(args) > 0
}
