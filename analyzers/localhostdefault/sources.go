package localhostdefault

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// call finds defaults among the arguments of a call: of a function that reads
// the environment, of cmp.Or around such a read, and of the catalog.
func (f *finder) call(cur inspector.Cursor, call *ast.CallExpr) {
	name := callmatch.CalleeName(f.TypesInfo, call)
	if d, ok := catalog.Defaults[name]; ok && max(d.Key, d.Default) < len(call.Args) {
		key, _ := constString(f.TypesInfo, call.Args[d.Key])
		s := setting{flag: d.Flag, holder: cur, fix: dropDefault(call.Args[d.Default])}
		if amp, ok := ast.Unparen(call.Args[0]).(*ast.UnaryExpr); ok && amp.Op == token.AND {
			s.holder, s.field = inspector.Cursor{}, variable(f.TypesInfo, amp.X) // StringVar
		}
		f.add(call.Args[d.Default], key, s)
		return
	}
	if d, ok := catalog.DefaultMaps[name]; ok && d.Map < len(call.Args) {
		f.mapOfDefaults(call.Args[d.Map])
		return
	}
	if name == "cmp.Or" && len(call.Args) > 1 {
		if key := f.envKey(call.Args[0]); key != "" {
			last := call.Args[len(call.Args)-1]
			f.add(last, key, setting{env: true, holder: cur, fix: callEnvURL(cur, call, last, len(call.Args) == 2)})
		}
		return
	}
	read := f.env.Call(call)
	if read == nil || read.Default < 0 || read.Default >= len(call.Args) || read.Key >= len(call.Args) || isRuntime(callmatch.Callee(f.TypesInfo, call)) {
		return
	}
	key, _ := constString(f.TypesInfo, call.Args[read.Key])
	s := setting{holder: cur, fix: dropDefault(call.Args[read.Default])}
	if read.Exact && key != "" {
		s.env = true
		s.fix = callEnvURL(cur, call, call.Args[read.Default], len(call.Args) == 2 && isPlainString(f.TypesInfo.TypeOf(call)))
	}
	f.add(call.Args[read.Default], key, s)
}

// isRuntime reports whether fn is the runtime package's: its EnvURL refuses a
// local default in production.
func isRuntime(fn *types.Func) bool {
	return fn != nil && fn.Pkg() != nil && fn.Pkg().Name() == "lifecycle" && fn.Name() == "EnvURL"
}

func isPlainString(t types.Type) bool { return types.Identical(t, types.Typ[types.String]) }

func (f *finder) mapOfDefaults(arg ast.Expr) {
	lit, ok := ast.Unparen(arg).(*ast.CompositeLit)
	if !ok {
		return
	}
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			key, _ := constString(f.TypesInfo, kv.Key)
			f.add(kv.Value, key, setting{fix: dropDefault(kv.Value)})
		}
	}
}

// literal finds flags that are declared as struct literals, and the defaults of
// a configuration struct that a decoder then fills in.
func (f *finder) literal(cur inspector.Cursor, lit *ast.CompositeLit) {
	if d, ok := catalog.FlagLiterals[callmatch.TypeName(f.TypesInfo.TypeOf(lit))]; ok {
		key, value := fieldOf(lit, d.Key), fieldOf(lit, d.Default)
		if key != nil && value != nil {
			name, _ := constString(f.TypesInfo, key)
			f.add(value, name, setting{flag: true, fix: dropDefault(value)})
		}
		return
	}
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			return
		}
		value, ok := constString(f.TypesInfo, kv.Value)
		if !ok || shapeOf(value) == notLocal {
			continue
		}
		key, ok := kv.Key.(*ast.Ident)
		if !ok {
			continue
		}
		field, ok := f.TypesInfo.Uses[key].(*types.Var)
		if ok && field.IsField() && f.decoded(cur) {
			f.add(kv.Value, f.settingName(lit, field), setting{field: field.Origin(), fix: dropDefault(kv.Value)})
		}
	}
}

func fieldOf(lit *ast.CompositeLit, field string) ast.Expr {
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok && key.Name == field {
				return kv.Value
			}
		}
	}
	return nil
}

// assign finds
//
//	if url == "" { url = "http://localhost" }
//	url := "http://localhost"; if v := os.Getenv("URL"); v != "" { url = v }
//
// where url, or v, comes from the environment.
func (f *finder) assign(cur inspector.Cursor, assign *ast.AssignStmt) {
	if len(assign.Lhs) != 1 || len(assign.Rhs) != 1 {
		return
	}
	if value, ok := constString(f.TypesInfo, assign.Rhs[0]); !ok || shapeOf(value) == notLocal {
		return
	}
	v := variable(f.TypesInfo, assign.Lhs[0])
	if v == nil {
		return
	}
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		if key := f.assignedFromEnv(fn.Node().(*ast.FuncDecl), v); key != "" {
			holder, _ := cur.FindNode(assign.Lhs[0])
			f.add(assign.Rhs[0], key, setting{env: true, holder: holder, field: v, fix: wrapEnvURL(assign.Rhs[0], key)})
		}
	}
}

// returned finds
//
//	if v := os.Getenv("URL"); v != "" { return v }
//	return "http://localhost"
func (f *finder) returned(cur inspector.Cursor, ret *ast.ReturnStmt) {
	if len(ret.Results) == 0 {
		return
	}
	value, ok := constString(f.TypesInfo, ret.Results[0])
	prev, found := cur.PrevSibling()
	if !ok || !found || shapeOf(value) == notLocal {
		return
	}
	before, ok := prev.Node().(*ast.IfStmt)
	if !ok || before.Else != nil {
		return
	}
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		for inner := range prev.Preorder((*ast.ReturnStmt)(nil)) {
			results := inner.Node().(*ast.ReturnStmt).Results
			if len(results) == 0 {
				continue
			}
			if v := variable(f.TypesInfo, results[0]); v != nil {
				if key := f.assignedFromEnv(fn.Node().(*ast.FuncDecl), v); key != "" {
					f.add(ret.Results[0], key, setting{env: true, fix: wrapEnvURL(ret.Results[0], key)})
					return
				}
			}
		}
	}
}

// assignedFromEnv returns the name of the environment variable that v holds at
// some point of decl, directly or by way of another variable, "" if there is none.
func (f *finder) assignedFromEnv(decl *ast.FuncDecl, v *types.Var) string {
	key := ""
	ast.Inspect(decl, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || key != "" {
			return key == ""
		}
		for i, lhs := range assign.Lhs {
			if variable(f.TypesInfo, lhs) != v {
				continue
			}
			rhs := assign.Rhs[min(i, len(assign.Rhs)-1)]
			if key = f.envKey(rhs); key == "" {
				if from := variable(f.TypesInfo, rhs); from != nil && from != v && !from.IsField() {
					key = f.assignedFromEnv(decl, from)
				}
			}
		}
		return true
	})
	return key
}

// envKey returns the constant name of the environment variable whose bare value
// expr is, "" if it is something else.
func (f *finder) envKey(expr ast.Expr) string {
	call, ok := ast.Unparen(expr).(*ast.CallExpr)
	if !ok {
		return ""
	}
	read := f.env.Call(call)
	if read == nil {
		if catalog.Passes[callmatch.CalleeName(f.TypesInfo, call)] && len(call.Args) > 0 {
			return f.envKey(call.Args[0])
		}
		return ""
	}
	if read.Default >= 0 || !read.Exact || read.Key >= len(call.Args) {
		return ""
	}
	key, _ := constString(f.TypesInfo, call.Args[read.Key])
	return key
}
