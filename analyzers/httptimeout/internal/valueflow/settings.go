package valueflow

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/httplimits"
)

// OfDefault returns where the package sets a limit on what the client in expr waits by,
// when that is one of the defaults of net/http.
func (t *Settings) OfDefault(p *check.Pass, expr ast.Expr) ast.Node {
	if _, ok := expr.(*ast.SelectorExpr); ok && t.Client != nil {
		return t.Client
	}
	if t.Transport == nil {
		return nil
	}
	if amp, ok := expr.(*ast.UnaryExpr); ok {
		expr = amp.X
	}
	if lit, ok := expr.(*ast.CompositeLit); ok {
		if own := astindex.LitField(lit, "Transport"); own != nil && !p.TypesInfo.Types[own].IsNil() && !MentionsHTTP(p.TypesInfo, own, "DefaultTransport") {
			return nil
		}
	}
	return t.Transport
}

// Settings is where a package sets limits on values that are there already.
type Settings struct {
	Through   map[*types.Var]ast.Node  // variables and fields c in c.Timeout = …
	results   map[*types.Func]ast.Node // functions in f().Timeout = …
	Client    ast.Node                 // where http.DefaultClient gets a limit, or is replaced by a client with one
	Transport ast.Node                 // where http.DefaultTransport does
}

// FindSettings finds where the package sets limits.
func FindSettings(p *check.Pass, in *inspector.Inspector) *Settings {
	t := &Settings{Through: make(map[*types.Var]ast.Node), results: make(map[*types.Func]ast.Node)}
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

// inTest reports whether n is in a test file: what tests replace or pass does not concern
// the program.
func inTest(p *check.Pass, n ast.Node) bool {
	return strings.HasSuffix(p.Fset.File(n.Pos()).Name(), "_test.go")
}

// set notes a limit that is set in a field.
func (t *Settings) set(info *types.Info, sel *ast.SelectorExpr, at ast.Node) {
	switch {
	case MentionsHTTP(info, sel, "DefaultClient"):
		t.Client = at
	case MentionsHTTP(info, sel, "DefaultTransport"):
		t.Transport = at
	}
	if v := Variable(info, sel.X); v != nil {
		t.Through[v] = at
	} else if call, ok := ast.Unparen(sel.X).(*ast.CallExpr); ok {
		if fn := callmatch.Callee(info, call); fn != nil {
			t.results[fn.Origin()] = at
		}
	}
}

// replaced notes a default of net/http that is replaced by something with limits.
func (t *Settings) replaced(p *check.Pass, lhs, rhs ast.Expr) {
	v := Variable(p.TypesInfo, lhs)
	if v == nil || v.Pkg() == nil || v.Pkg().Path() != "net/http" || httplimits.Of(p.Pass).Made(rhs) != httplimits.None {
		return
	}
	switch v.Name() {
	case "DefaultClient":
		t.Client = rhs
	case "DefaultTransport":
		t.Transport = rhs
	}
}

// MentionsHTTP reports whether an expression contains the variable of net/http with this
// name, inside any type assertion.
func MentionsHTTP(info *types.Info, expr ast.Expr, name string) bool {
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

// Variable returns the variable or field that expr names, or nil; for an
// element it is that of the map or slice.
func Variable(info *types.Info, expr ast.Expr) *types.Var {
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
		return Variable(info, expr.X)
	case *ast.UnaryExpr:
		return Variable(info, expr.X)
	case *ast.IndexExpr:
		return Variable(info, expr.X)
	}
	return nil
}
