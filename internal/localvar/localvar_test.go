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

// What a variable holds is told, unless following it could go round in circles.
func TestValue(t *testing.T) {
	t.Parallel()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object)}
	if _, err := (&types.Config{}).Check("p", fset, []*ast.File{file}, info); err != nil {
		t.Fatal(err)
	}
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
