package setting

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A fieldName is the name of the setting that a field is. Tagged is set when it is
// one: when it has a tag by which a configuration file or the environment fills it
// in. Option is set when the type is called after options or a configuration. Part is set when the text begins with package and type, since the field's
// own name is a single word.
type fieldName struct {
	text                 string
	tagged, part, option bool
}

// configField returns the name of the field selected by expr.
func (f *finder) configField(expr ast.Expr) fieldName {
	sel, ok := ast.Unparen(expr).(*ast.SelectorExpr)
	if !ok {
		return fieldName{}
	}
	s := f.TypesInfo.Selections[sel]
	if s == nil || s.Kind() != types.FieldVal {
		return fieldName{}
	}
	owner := s.Recv()
	path := s.Index()
	for _, i := range path[:len(path)-1] {
		owner = structOf(owner).Field(i).Type()
	}
	return settingName(s.Recv(), structOf(owner), path[len(path)-1])
}

// settingName returns the name under which decoders know field i of st: that of
// the first tag, else the field's own. A name that is a single word says whose
// address it is only together with those of the type and its package.
func settingName(owner types.Type, st *types.Struct, i int) fieldName {
	name := fieldName{text: st.Field(i).Name()}
	for _, tag := range append(catalog.ConfigTags, "json") {
		text, ok := reflect.StructTag(st.Tag(i)).Lookup(tag)
		if ok && tag != "json" {
			name.tagged = true
		}
		if text, _, _ = strings.Cut(text, ","); text != "" && text != "-" {
			name.text = text
			break
		}
	}
	named := callmatch.Named(owner)
	if named != nil {
		words := split(named.Obj().Name())
		name.option = len(words) > 0 && holders[words[len(words)-1]]
	}
	if named != nil && named.Obj().Pkg() != nil && len(split(name.text)) == 1 {
		name.text, name.part = named.Obj().Pkg().Name()+"."+named.Obj().Name()+"."+name.text, true
	}
	return name
}

func structOf(t types.Type) *types.Struct {
	t = types.Unalias(t).Underlying()
	if ptr, ok := t.(*types.Pointer); ok {
		t = ptr.Elem().Underlying()
	}
	st, _ := t.(*types.Struct)
	return st
}

// configDefault finds
//
//	if c.URL == "" { c.URL = "http://localhost" }
//	func (c *Config) SetDefaults() { c.URL = "http://localhost" }
//
// for fields that a configuration fills in, or that are those of options. It reports whether
// the assignment is one of these.
func (f *finder) configDefault(cur inspector.Cursor, assign *ast.AssignStmt, decl *ast.FuncDecl) bool {
	name := f.configField(assign.Lhs[0])
	v := variable(f.TypesInfo, assign.Lhs[0])
	if !name.tagged && !name.option || v == nil || assign.Tok != token.ASSIGN {
		return false
	}
	whole := cur
	if test, ok := f.whenEmpty(cur, v); ok {
		whole = test
	} else if !f.onlySets(decl) {
		return false
	}
	holder, _ := cur.FindNode(assign.Lhs[0])
	s := Setting{part: name.part, holder: holder, Field: v, Fix: dropStatement(whole)}
	if key := f.suppliedFrom(v); key.name != "" {
		name.text, s.part, s.named = key.name, false, key.asked
	}
	if s.given = !name.tagged; s.given {
		s.Doubts = append(s.Doubts, check.Doubting(verdict.HandedIn, v.Pos()))
	}
	f.add(assign.Rhs[0], name.text, s)
	return true
}

// whenEmpty returns the if statement that tests whether v is empty, and whose
// only statement is the one at cur.
func (f *finder) whenEmpty(cur inspector.Cursor, v *types.Var) (inspector.Cursor, bool) {
	body, ok := cur.Parent().Node().(*ast.BlockStmt)
	test, isIf := cur.Parent().Parent().Node().(*ast.IfStmt)
	if !ok || !isIf || test.Body != body || len(body.List) != 1 || test.Else != nil || test.Init != nil {
		return cur, false
	}
	cond, ok := ast.Unparen(test.Cond).(*ast.BinaryExpr)
	if !ok || cond.Op != token.EQL {
		return cur, false
	}
	tested := cond.X
	if call, ok := ast.Unparen(tested).(*ast.CallExpr); ok && len(call.Args) == 1 {
		tested = call.Args[0] // len, or strings.TrimSpace
	}
	return cur.Parent().Parent(), variable(f.TypesInfo, tested) == v
}

// onlySets reports whether decl is a method that is asked for nothing and does
// nothing but to fill in its receiver, and to have its fields do likewise.
func (f *finder) onlySets(decl *ast.FuncDecl) bool {
	if decl.Recv == nil || decl.Type.Params.NumFields() > 0 || decl.Type.Results.NumFields() > 0 || len(decl.Recv.List[0].Names) == 0 {
		return false
	}
	recv := f.TypesInfo.Defs[decl.Recv.List[0].Names[0]]
	for _, stmt := range decl.Body.List {
		switch s := stmt.(type) {
		case *ast.AssignStmt:
			for _, lhs := range s.Lhs {
				if callmatch.Root(f.TypesInfo, lhs) != recv {
					return false
				}
			}
		case *ast.ExprStmt:
			call, ok := s.X.(*ast.CallExpr)
			if !ok || len(call.Args) > 0 || callmatch.Root(f.TypesInfo, call.Fun) != recv {
				return false
			}
		default:
			return false
		}
	}
	return true
}
