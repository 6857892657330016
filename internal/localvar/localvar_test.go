package localvar_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

const source = `package p

var global chain

type chain struct{}

func (chain) next() chain       { return chain{} }
func (chain) with(chain) chain  { return chain{} }

func f(param chain) {
	defined := param.next()
	var assigned chain
	assigned = defined.next()
	twice := chain{}
	twice = twice.next()
	var itself chain
	itself = itself.next()
	var first, second chain
	first = second.next()
	second = first.next()
	ofGlobal := global.next()
	global = ofGlobal.next()
	param = param.next()
	var again func()
	again = func() { again() }
	taken := chain{}
	_ = &taken
	a, b := pair()
	_, _, _, _, _ = assigned, again, a, b, taken
}

func pair() (chain, chain) { return chain{}, chain{} }
`

// The value of a variable is returned, unless following it could loop.
func TestValue(t *testing.T) {
	t.Parallel()
	file, info := check(t)
	known := map[string]bool{
		"defined": true, "assigned": true, "ofGlobal": true, "again": true, "a": true, "b": true, "second": true,
		"global": false, "param": false, "twice": false, "itself": false, "first": false, "taken": false,
	}
	for id, obj := range info.Defs {
		v, ok := obj.(*types.Var)
		want, listed := known[id.Name]
		if !ok || !listed {
			continue
		}
		delete(known, id.Name)
		if got := localvar.Value(info, file, v) != nil; got != want {
			t.Errorf("%s: known %t, want %t", id.Name, got, want)
		}
	}
	if len(known) > 0 {
		t.Errorf("not declared: %v", known)
	}
}

// The definition of a variable is returned, whatever is assigned to it later.
func TestDefinition(t *testing.T) {
	t.Parallel()
	file, info := check(t)
	for id, obj := range info.Defs {
		want, listed := map[string]string{"twice": "chain", "taken": "chain", "a": "pair", "b": "pair", "assigned": "", "param": ""}[id.Name]
		v, ok := obj.(*types.Var)
		if !ok || !listed {
			continue
		}
		got := ""
		switch def := localvar.Definition(info, file, v).(type) {
		case *ast.CompositeLit:
			got = def.Type.(*ast.Ident).Name
		case *ast.CallExpr:
			got = def.Fun.(*ast.Ident).Name
		}
		if got != want {
			t.Errorf("%s is defined by %q, want %q", id.Name, got, want)
		}
	}
}

func check(t *testing.T) (*ast.File, *types.Info) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object)}
	if _, err := (&types.Config{}).Check("p", fset, []*ast.File{file}, info); err != nil {
		t.Fatal(err)
	}
	return file, info
}
