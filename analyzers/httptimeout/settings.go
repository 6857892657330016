package httptimeout

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/httplimits"
)

// settings is where a package sets limits on values that are there already.
type settings struct {
	through   map[*types.Var]ast.Node  // variables and fields c in c.Timeout = …
	results   map[*types.Func]ast.Node // functions in f().Timeout = …
	client    ast.Node                 // where http.DefaultClient gets a limit, or is replaced by a client with one
	transport ast.Node                 // where http.DefaultTransport does
}

func findSettings(p *check.Pass, in *inspector.Inspector) *settings {
	t := &settings{through: make(map[*types.Var]ast.Node), results: make(map[*types.Func]ast.Node)}
	for cur := range in.Root().Preorder((*ast.AssignStmt)(nil)) {
		if inTest(p, cur.Node()) {
			continue
		}
		assign := cur.Node().(*ast.AssignStmt)
		for i, lhs := range assign.Lhs {
			if httplimits.Of(p.Pass).SetsLimit(assign, lhs) {
				t.set(p.TypesInfo, ast.Unparen(lhs).(*ast.SelectorExpr), assign)
			} else if len(assign.Lhs) == len(assign.Rhs) {
				t.replaced(p, lhs, assign.Rhs[i])
			}
		}
	}
	return t
}

// inTest reports whether n is in a test file: what tests replace or hand over is
// no matter of the program.
func inTest(p *check.Pass, n ast.Node) bool {
	return strings.HasSuffix(p.Fset.File(n.Pos()).Name(), "_test.go")
}

// set notes a limit that is set in a field.
func (t *settings) set(info *types.Info, sel *ast.SelectorExpr, at ast.Node) {
	switch {
	case mentionsHTTP(info, sel, "DefaultClient"):
		t.client = at
	case mentionsHTTP(info, sel, "DefaultTransport"):
		t.transport = at
	}
	if v := variable(info, sel.X); v != nil {
		t.through[v] = at
	} else if call, ok := ast.Unparen(sel.X).(*ast.CallExpr); ok {
		if fn := callmatch.Callee(info, call); fn != nil {
			t.results[fn.Origin()] = at
		}
	}
}

// replaced notes a default of net/http that is replaced by something with limits.
func (t *settings) replaced(p *check.Pass, lhs, rhs ast.Expr) {
	v := variable(p.TypesInfo, lhs)
	if v == nil || v.Pkg() == nil || v.Pkg().Path() != "net/http" || httplimits.Of(p.Pass).Made(rhs) != httplimits.None {
		return
	}
	switch v.Name() {
	case "DefaultClient":
		t.client = rhs
	case "DefaultTransport":
		t.transport = rhs
	}
}

// mentionsHTTP reports whether an expression has the variable of net/http with this name
// in it, behind whatever type assertion.
func mentionsHTTP(info *types.Info, expr ast.Expr, name string) bool {
	found := false
	ast.Inspect(expr, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			v, ok := info.Uses[id].(*types.Var)
			found = found || ok && v.Pkg() != nil && v.Pkg().Path() == "net/http" && v.Name() == name && !v.IsField()
		}
		return !found
	})
	return found
}

// variable returns the variable or field that expr names, or nil; for an
// element it is that of the map or slice.
func variable(info *types.Info, expr ast.Expr) *types.Var {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		v, _ := info.ObjectOf(expr).(*types.Var)
		return v
	case *ast.SelectorExpr:
		if f := callmatch.Field(info, expr); f != nil {
			return f
		}
		v, _ := info.Uses[expr.Sel].(*types.Var) // a package's variable
		return v
	case *ast.StarExpr:
		return variable(info, expr.X)
	case *ast.UnaryExpr:
		return variable(info, expr.X)
	case *ast.IndexExpr:
		return variable(info, expr.X)
	}
	return nil
}
