package callmatch_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

const kinds = `package p

import "os"

type failure struct{}

func (*failure) Error() string { return "" }

type owner struct{ part struct{ end func() error } }

func ends(o *owner, err error, own *failure, other *owner, signals chan os.Signal, done chan error) (int, error) {
	if err != nil {
	}
	if own != nil {
	}
	if other != nil {
	}
	if err == nil {
	}
	return 0, o.part.end()
}

func tells() int { return 0 }
`

func TestKinds(t *testing.T) {
	t.Parallel()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", kinds, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Uses: make(map[*ast.Ident]types.Object), Types: make(map[ast.Expr]types.TypeAndValue)}
	pkg, err := (&types.Config{Importer: importer.ForCompiler(fset, "source", nil)}).Check("p", fset, []*ast.File{file}, info)
	if err != nil {
		t.Fatal(err)
	}
	ends := pkg.Scope().Lookup("ends").(*types.Func).Signature()
	if !callmatch.CanFail(ends) || callmatch.CanFail(pkg.Scope().Lookup("tells").(*types.Func).Signature()) {
		t.Error("CanFail: ends can, tells cannot")
	}
	param := func(i int) types.Type { return ends.Params().At(i).Type() }
	if !callmatch.IsError(param(1)) || callmatch.IsError(param(2)) || callmatch.IsError(nil) {
		t.Error("IsError: err alone is one")
	}
	if !callmatch.IsSignals(param(4)) || callmatch.IsSignals(param(5)) || callmatch.IsSignals(nil) {
		t.Error("IsSignals: signals alone is one")
	}
	var tested []bool
	root := ""
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			tested = append(tested, callmatch.TestedError(info, n.Cond) != nil)
		case *ast.CallExpr:
			root = callmatch.Root(info, n.Fun).Name()
			if callmatch.Root(info, n) != nil {
				t.Error("Root: a call is none")
			}
		}
		return true
	})
	if len(tested) != 4 || !tested[0] || !tested[1] || tested[2] || tested[3] {
		t.Errorf("TestedError: %v, want those of err != nil and own != nil", tested)
	}
	if root != "o" {
		t.Errorf("Root: %q, want o", root)
	}
}
