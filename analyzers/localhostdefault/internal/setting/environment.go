package setting

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// assign finds
//
//	if url == "" { url = "http://localhost" }
//	url := "http://localhost"; if v := os.Getenv("URL"); v != "" { url = v }
//
// where url, or v, comes from the environment, or is asked for by name, as with
// viper.GetString.
func (f *finder) assign(cur inspector.Cursor, assign *ast.AssignStmt) {
	if len(assign.Lhs) != 1 || len(assign.Rhs) != 1 {
		return
	}
	if localText(f.TypesInfo, assign.Rhs[0]) == "" {
		return
	}
	v := variable(f.TypesInfo, assign.Lhs[0])
	if v == nil {
		return
	}
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		decl := fn.Node().(*ast.FuncDecl)
		if key := f.assignedFrom(decl, v); key.name != "" {
			holder, _ := cur.FindNode(assign.Lhs[0])
			f.add(assign.Rhs[0], key.name, Setting{named: key.asked, holder: holder, Field: v, Fix: key.fix(assign.Rhs[0])})
			return
		}
		if !f.configDefault(cur, assign, decl) {
			f.handedIn(cur, assign, v, f.copied(decl, v, assign))
		}
	}
}

// handedIn finds
//
//	func New(address string) { if address == "" { address = "localhost:6379" } … }
//
// for what a caller passes, or anything else that the package then connects to. The variable may be a copy
// of a field.
func (f *finder) handedIn(cur inspector.Cursor, assign *ast.AssignStmt, v, copyOf *types.Var) {
	test, ok := f.whenEmpty(cur, v)
	if !ok {
		return
	}
	holder, _ := cur.FindNode(assign.Lhs[0])
	s := Setting{holder: holder, Field: v, copyOf: copyOf, seen: true, Fix: dropStatement(test)}
	if v.Kind() == types.ParamVar || v.IsField() {
		s.Doubts = append(s.Doubts, check.Doubting(verdict.HandedIn, v.Pos()))
	}
	name := v.Name()
	if key := f.suppliedFrom(v); key.name != "" {
		name = key.name
	}
	f.add(assign.Rhs[0], name, s)
}

// suppliedFrom returns the name of what the package reads for a field or parameter, where it
// fills it in: Options{Endpoint: os.Getenv("SEARCH_URL")}.
func (f *finder) suppliedFrom(v *types.Var) sourceKey {
	index := astindex.Of(f.Pass)
	for _, id := range index.Uses[v] {
		cur, ok := astindex.Find(f.in, id)
		if !ok {
			continue
		}
		if kv, ok := cur.Parent().Node().(*ast.KeyValueExpr); ok && kv.Key == id {
			if key := f.readFrom(kv.Value); key.name != "" {
				return key
			}
		}
	}
	fn, i := paramOf(index, v)
	for _, call := range index.Calls[fn] {
		if i < len(call.Expr.Args) {
			if key := f.readFrom(call.Expr.Args[i]); key.name != "" {
				return key
			}
		}
	}
	return sourceKey{}
}

// paramOf returns the function whose parameter v is, with the number of the parameter.
func paramOf(index *astindex.Index, v *types.Var) (*types.Func, int) {
	if v.Kind() != types.ParamVar {
		return nil, 0
	}
	for fn := range index.Decls {
		params := fn.Signature().Params()
		for i := range params.Len() {
			if params.At(i) == v {
				return fn, i
			}
		}
	}
	return nil, 0
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
				if key := f.assignedFrom(fn.Node().(*ast.FuncDecl), v); key.name != "" {
					f.add(ret.Results[0], key.name, Setting{named: key.asked, Fix: key.fix(ret.Results[0])})
					return
				}
			}
		}
	}
}
