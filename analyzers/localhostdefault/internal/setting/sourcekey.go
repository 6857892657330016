package setting

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// A sourceKey is the name by which a value is read from outside.
type sourceKey struct {
	name  string
	asked bool // from a configuration, and not from the environment
}

// fix returns the fix for a default that is used where nothing is read.
func (k sourceKey) fix(value ast.Expr) func(p *check.Pass) *edit.Fix {
	if k.asked {
		return dropDefault(value)
	}
	return wrapEnvURL(value, k.name)
}

// replacedFrom returns the name of what the function
// around the literal at cur reads into one of the literal's fields:
//
//	c := Config{URL: "http://localhost"}; if v := os.Getenv("URL"); v != "" { c.URL = v }
func (f *finder) replacedFrom(cur inspector.Cursor, field *types.Var) sourceKey {
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		return f.assignedFrom(fn.Node().(*ast.FuncDecl), field)
	}
	return sourceKey{}
}

// assignedFrom returns the name of what v is read from at some point of decl, directly or
// through another variable.
func (f *finder) assignedFrom(decl *ast.FuncDecl, v *types.Var) sourceKey {
	o := &origin{finder: f, decl: decl, seen: make(map[*types.Var]bool)}
	return o.of(v)
}

// origin looks for what a variable is read from.
type origin struct {
	*finder
	decl *ast.FuncDecl
	seen map[*types.Var]bool
}

func (o *origin) of(v *types.Var) sourceKey {
	if o.seen[v] {
		return sourceKey{}
	}
	o.seen[v] = true
	if v.Parent() == o.Pkg.Scope() {
		if key := o.declared(v); key.name != "" {
			return key
		}
	}
	var key sourceKey
	ast.Inspect(o.decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				if key.name == "" && variable(o.TypesInfo, lhs) == v {
					key = o.from(n.Rhs[min(i, len(n.Rhs)-1)])
				}
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if key.name == "" && o.TypesInfo.Defs[name] == v && len(n.Values) > 0 {
					key = o.from(n.Values[min(i, len(n.Values)-1)])
				}
			}
		}
		return key.name == ""
	})
	return key
}

// declared looks at the declaration of a package's variable.
func (o *origin) declared(v *types.Var) sourceKey {
	for cur := range o.in.Root().Preorder((*ast.ValueSpec)(nil)) {
		spec := cur.Node().(*ast.ValueSpec)
		for i, name := range spec.Names {
			if o.TypesInfo.Defs[name] == v && len(spec.Values) > 0 {
				return o.readFrom(spec.Values[min(i, len(spec.Values)-1)])
			}
		}
	}
	return sourceKey{}
}

func (o *origin) from(expr ast.Expr) sourceKey {
	if key := o.readFrom(expr); key.name != "" {
		return key
	}
	if from := variable(o.TypesInfo, expr); from != nil && !from.IsField() {
		return o.of(from)
	}
	return sourceKey{}
}

// readFrom returns the constant name of the environment variable, or of the setting of a
// configuration, whose bare value expr is.
func (f *finder) readFrom(expr ast.Expr) sourceKey {
	if key := f.envKey(expr); key != "" {
		return sourceKey{name: key}
	}
	call, ok := ast.Unparen(expr).(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		return sourceKey{}
	}
	name := callmatch.CalleeName(f.TypesInfo, call)
	switch {
	case catalog.Getters[name]:
		key, _ := constString(f.TypesInfo, call.Args[0])
		return sourceKey{key, true}
	case catalog.Passes[name]:
		return f.readFrom(call.Args[0])
	}
	return sourceKey{}
}

// envKey returns the constant name of the environment variable whose bare value
// expr is, "" if it is something else.
func (f *finder) envKey(expr ast.Expr) string {
	call, ok := ast.Unparen(expr).(*ast.CallExpr)
	if !ok {
		return ""
	}
	read := f.env.Call(call)
	switch {
	case read != nil && (read.Default >= 0 || !read.Exact || read.Key >= len(call.Args)):
		return ""
	case read != nil:
		key, _ := constString(f.TypesInfo, call.Args[read.Key])
		return key
	case len(call.Args) > 0 && catalog.Passes[callmatch.CalleeName(f.TypesInfo, call)]:
		return f.envKey(call.Args[0])
	case len(call.Args) == 1 && f.isGetenv(call.Fun):
		key, _ := constString(f.TypesInfo, call.Args[0])
		return key
	}
	return ""
}

// isGetenv reports whether fun is a parameter for which some call in the package
// gives os.Getenv or the like, as programs do that want to be tested.
func (f *finder) isGetenv(fun ast.Expr) bool {
	id, ok := ast.Unparen(fun).(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := f.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.Kind() != types.ParamVar {
		return false
	}
	for fn, calls := range astindex.Of(f.Pass).Calls {
		params := fn.Signature().Params()
		for i := range params.Len() {
			if params.At(i) != v {
				continue
			}
			for _, call := range calls {
				if i < len(call.Expr.Args) && catalog.EnvReads[callmatch.Name(callmatch.Func(f.TypesInfo, call.Expr.Args[i]))] {
					return true
				}
			}
		}
	}
	return false
}
