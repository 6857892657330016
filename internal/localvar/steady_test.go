package localvar_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

const starts = `package p

func f(int) {}

func plain(n int) { go f(n) } // always

func ranged(list []int) {
	for _, n := range list {
		go f(n) // since 1.22
	}
	for i := 0; i < 3; i++ {
		go f(i) // since 1.22
	}
	for i := 0; i < 3; i++ {
		i := i
		go f(i) // always
	}
	for range list {
		n := len(list)
		n++
		go f(n) // always
	}
}

func changed(n int, list []int) {
	go f(n) // never
	n++
	m := 0
	for range list {
		m = m + 1
		go f(m) // never
	}
	var each int
	for _, each = range list {
		go f(each) // never
	}
}
`

func TestSteady(t *testing.T) {
	t.Parallel()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", starts, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Uses: make(map[*ast.Ident]types.Object), Defs: make(map[*ast.Ident]types.Object)}
	if _, err := (&types.Config{Importer: importer.Default()}).Check("p", fset, []*ast.File{file}, info); err != nil {
		t.Fatal(err)
	}
	says := make(map[int]string)
	for _, group := range file.Comments {
		says[fset.Position(group.Pos()).Line] = group.Text()
	}
	ast.Inspect(file, func(n ast.Node) bool {
		start, ok := n.(*ast.GoStmt)
		if !ok {
			return true
		}
		line := fset.Position(start.Pos()).Line
		for _, perIteration := range []bool{false, true} {
			want := says[line] == "always\n" || perIteration && says[line] == "since 1.22\n"
			if got := localvar.Steady(info, []*ast.File{file}, start.Call, perIteration); got != want {
				t.Errorf("line %d, perIteration %v: %v, want %v", line, perIteration, got, want)
			}
		}
		return true
	})
}
