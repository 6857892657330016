package callmatch_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

const source = `package p

type Cache[K comparable, V any] struct{ m map[K]V }

func (c *Cache[K, V]) Get(k K) V { return c.m[k] }

type value struct{}

func (value) Plain() {}

type Alias = *value

type Doer interface{ Do() }

type outer struct{ *Cache[string, int] }

func Func[T any](T) {}

func _(d Doer, o outer, c *Cache[int, map[string][]int], a Alias, err error, lit interface{ Lit() }) {
	Func(1)
	c.Get(1)
	o.Get("")
	value{}.Plain()
	a.Plain()
	d.Do()
	_ = err.Error()
	lit.Lit()
	func() {}()
	two(pair())
	Cache[string, int].Plain(Cache[string, int]{})
	value.Plain(value{})
	(pair)()
}

func pair() (int, int) { return 0, 0 }

func two(int, int) {}

func (Cache[K, V]) Plain() {}
`

func TestName(t *testing.T) {
	t.Parallel()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Uses: make(map[*ast.Ident]types.Object), Selections: make(map[*ast.SelectorExpr]*types.Selection),
		Types: make(map[ast.Expr]types.TypeAndValue), Instances: make(map[*ast.Ident]types.Instance),
	}
	if _, err := new(types.Config).Check("example.com/p", fset, []*ast.File{file}, info); err != nil {
		t.Fatal(err)
	}
	var got []string
	ast.Inspect(file, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			got = append(got, callmatch.CalleeName(info, call))
		}
		return true
	})
	want := []string{
		"example.com/p.Func", "(*example.com/p.Cache).Get", "(*example.com/p.Cache).Get", "(example.com/p.value).Plain",
		"(example.com/p.value).Plain", "(example.com/p.Doer).Do", "(error).Error", "(interface).Lit", "",
		"", "example.com/p.pair", "", "", "example.com/p.pair",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
