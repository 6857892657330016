package setting

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A Guard is a test whether a variable or field holds a local address.
type Guard struct {
	Test   ast.Expr         // strings.Contains(c.URL, "localhost")
	Stmt   inspector.Cursor // the if statement whose condition it is, invalid if it is none
	Tested ast.Expr         // c.URL
	V      *types.Var
}

// findGuards finds the tests of a package: comparisons and string functions with
// a constant that says localhost, and functions of the package that have one.
func findGuards(f *finder) []*Guard {
	var list []*Guard
	for cur := range f.in.Root().Preorder((*ast.CallExpr)(nil), (*ast.BinaryExpr)(nil)) {
		for _, tested := range f.testedBy(cur.Node()) {
			for _, expr := range f.rangedOver(cur, tested) {
				if v := variable(f.TypesInfo, expr); v != nil {
					list = append(list, &Guard{cur.Node().(ast.Expr), condition(cur), expr, v})
				}
			}
		}
	}
	return list
}

// testedBy returns the expressions that n tests for being local.
func (f *finder) testedBy(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		if n.Op == token.EQL || n.Op == token.NEQ {
			if f.saysLocal(n.Y) {
				return []ast.Expr{n.X}
			}
			if f.saysLocal(n.X) {
				return []ast.Expr{n.Y}
			}
		}
	case *ast.CallExpr:
		fn := callmatch.Callee(f.TypesInfo, n)
		if fn == nil || fn.Pkg() == nil {
			return nil
		}
		if fn.Pkg().Path() == "strings" && len(n.Args) == 2 && f.saysLocal(n.Args[1]) {
			return n.Args[:1]
		}
		if fn.Pkg() == f.Pkg && f.testsLocal(fn.Origin()) {
			return n.Args
		}
	}
	return nil
}

// testsLocal reports whether fn, a function from string to bool or error, has a
// test for local addresses in it.
func (f *finder) testsLocal(fn *types.Func) bool {
	decl := f.index.Decls[fn]
	sig := fn.Signature()
	if decl == nil || decl.Body == nil || sig.Results().Len() != 1 || sig.Params().Len() == 0 {
		return false
	}
	found := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		expr, ok := n.(ast.Expr)
		found = found || ok && f.saysLocal(expr)
		return !found
	})
	return found
}

func (f *finder) saysLocal(expr ast.Expr) bool {
	text, ok := constString(f.TypesInfo, expr)
	return ok && (strings.Contains(text, "localhost") || strings.Contains(text, "127.0.0.1"))
}

// rangedOver returns the elements of the literal that a loop runs over with the
// tested variable, and else the tested expression itself.
func (f *finder) rangedOver(cur inspector.Cursor, tested ast.Expr) []ast.Expr {
	v := variable(f.TypesInfo, tested)
	for loop := range cur.Enclosing((*ast.RangeStmt)(nil)) {
		stmt := loop.Node().(*ast.RangeStmt)
		lit, ok := ast.Unparen(stmt.X).(*ast.CompositeLit)
		if !ok || stmt.Value == nil || v == nil || variable(f.TypesInfo, stmt.Value) != v {
			continue
		}
		var list []ast.Expr
		for _, elt := range lit.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				elt = kv.Value
			}
			list = append(list, elt)
		}
		return list
	}
	return []ast.Expr{tested}
}

// condition returns the if statement whose whole condition the test at cur is.
func condition(cur inspector.Cursor) inspector.Cursor {
	if stmt, ok := cur.Parent().Node().(*ast.IfStmt); ok && stmt.Cond == cur.Node() {
		return cur.Parent()
	}
	return inspector.Cursor{}
}

func guardOf(guards []*Guard, s *Setting) *Guard {
	for _, g := range guards {
		if s.Field != nil && g.V == s.Field {
			return g
		}
	}
	return nil
}

// duringDevelopment records whether a default is chosen by a branch that tests the
// environment's name, or after a test that fails in production, or where a platform's usual
// variable is missing.
func (f *finder) duringDevelopment(s *Setting) {
	at, ok := f.in.Root().FindByPos(s.At.Pos(), s.At.End())
	if !ok {
		return
	}
	for cur := range at.Enclosing() {
		switch parent := cur.Parent().Node().(type) {
		case *ast.IfStmt:
			if cur.Node() != parent.Cond && f.namesEnvironment(parent.Cond) {
				s.Safe = parent.Cond.Pos()
			} else if f.onlyWithoutPlatform(s, parent, cur.Node()) {
				s.Doubts = append(s.Doubts, check.Doubting(verdict.Alternatives, parent.Cond.Pos()))
			}
		case *ast.CaseClause:
			if i := slices.IndexFunc(parent.List, f.namesEnvironment); i >= 0 {
				s.Safe = parent.List[i].Pos()
			}
		case *ast.BlockStmt:
			if f.leftEarly(parent, cur.Node()) {
				s.Safe = parent.Pos()
			}
		case *ast.FuncDecl, nil:
			return
		}
	}
}

// leftEarly reports whether a statement of block before n leaves it depending on
// the environment's name.
func (f *finder) leftEarly(block *ast.BlockStmt, n ast.Node) bool {
	for _, stmt := range block.List {
		if stmt == n {
			return false
		}
		test, ok := stmt.(*ast.IfStmt)
		if !ok || !f.namesEnvironment(test.Cond) || len(test.Body.List) == 0 {
			continue
		}
		switch last := test.Body.List[len(test.Body.List)-1].(type) {
		case *ast.ReturnStmt:
			return true
		case *ast.ExprStmt:
			if _, ok := last.X.(*ast.CallExpr); ok {
				return true // log.Fatal, panic
			}
		}
	}
	return false
}

// environments are the names by which programs tell where they run.
var environments = set("production prod development develop dev local test testing staging release debug")

func (f *finder) namesEnvironment(cond ast.Expr) bool {
	found := false
	ast.Inspect(cond, func(n ast.Node) bool {
		if expr, ok := n.(ast.Expr); ok {
			if text, ok := constString(f.TypesInfo, expr); ok {
				found = found || environments[strings.ToLower(text)]
			}
			if v := variable(f.TypesInfo, expr); v != nil && types.Identical(v.Type().Underlying(), types.Typ[types.Bool]) { // isDevEnv
				found = found || slices.ContainsFunc(catalog.Words(v.Name()), func(word string) bool { return environments[word] })
			}
		}
		return !found
	})
	return found
}
