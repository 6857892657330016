// Package fixes has the edits that the fixes of several checks are made of.
package fixes

import (
	"fmt"
	"go/ast"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/scope"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// GivenExpr returns an expression in fn that denotes the source, nil if it never
// does.
func GivenExpr(p *check.Pass, fn inspector.Cursor, given *ctxscope.Source) ast.Expr {
	for c := range fn.Preorder((*ast.Ident)(nil), (*ast.SelectorExpr)(nil), (*ast.CallExpr)(nil)) {
		if expr := c.Node().(ast.Expr); ctxscope.IsContext(p.TypesInfo.TypeOf(expr)) && p.Source(expr) == given.Expr {
			return expr
		}
	}
	return &ast.BadExpr{}
}

// DetachCall returns source for a context that has the values of ctx and a
// deadline instead of its end.
func DetachCall(p *check.Pass, e *edit.Builder, at ast.Node, ctx, timeout string) string {
	if pkg := edit.ImportName(p.Pass, at.Pos(), "context"); p.Plain() && pkg != "" {
		return fmt.Sprintf("%s.WithTimeout(%s.WithoutCancel(%s), %s)", pkg, pkg, ctx, timeout)
	}
	return fmt.Sprintf("%s.Detach(%s, %s)", e.Import(at.Pos(), p.Lifecycle(), "lifecycle"), ctx, timeout)
}

// FixDerived detaches where the deadline is set.
func FixDerived(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr) *edit.Fix {
	e := p.Edit(call.Pos())
	parent := p.Source(call.Args[0])
	sel, ok := call.Fun.(*ast.SelectorExpr)
	simple := ok && callmatch.CalleeName(p.TypesInfo, call) == "context.WithTimeout"
	if simple && !p.Plain() && edit.KeepsImport(p.TypesInfo, astindex.FileOf(cur), sel, func(s *ast.SelectorExpr) bool { return s.Sel.Name == "WithTimeout" }) {
		detach := e.Import(call.Pos(), p.Lifecycle(), "lifecycle") + ".Detach"
		e.Replace(call.Fun.Pos(), call.Fun.End(), detach)
		return e.Fix("Detach it from "+parent+" with "+detach, "")
	}
	pkg := edit.ImportName(p.Pass, call.Pos(), "context")
	if pkg == "" {
		return nil
	}
	e.Replace(call.Args[0].Pos(), call.Args[0].End(), pkg+".WithoutCancel("+parent+")")
	return e.Fix("Detach it from "+parent+" with "+pkg+".WithoutCancel", "")
}

// EndingContext returns the expression of a context at cur that ends when the
// goroutine should, as far as can be seen, "" if there is none.
func EndingContext(p *check.Pass, cur inspector.Cursor) string {
	var path []ast.Node
	for c := range cur.Enclosing() {
		path = append([]ast.Node{c.Node()}, path...)
	}
	contexts := ctxscope.Live(p.Pass, cur.Node().Pos(), path)
	for _, suits := range []func(ctxscope.Context) bool{ctxscope.Context.Stoppable, func(c ctxscope.Context) bool { return c.Param }} {
		if i := slices.IndexFunc(contexts, suits); i >= 0 {
			return contexts[i].Var.Name()
		}
	}
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		for _, given := range ctxscope.Given(p.Pass, fn.Node(), cur.Node().Pos()) {
			if given.Kind == "field" && scope.EndsWithOwner(p, cur, given.Var) {
				return given.Expr
			}
		}
	}
	return ""
}

// KeepsContext reports whether the file still uses package context when all calls
// that make a root context are gone.
func KeepsContext(p *check.Pass, cur inspector.Cursor) bool {
	sel, ok := cur.Node().(*ast.CallExpr).Fun.(*ast.SelectorExpr)
	return ok && edit.KeepsImport(p.TypesInfo, astindex.FileOf(cur), sel, func(s *ast.SelectorExpr) bool {
		return catalog.ContextRoots[callmatch.Name(callmatch.Func(p.TypesInfo, s))]
	})
}

// PutInPlace puts ctx where the root context is made, or leaves out what would assign
// it to itself.
func PutInPlace(p *check.Pass, e *edit.Builder, root inspector.Cursor, ctx string) {
	assign, ok := root.Parent().Node().(*ast.AssignStmt)
	if ok && len(assign.Lhs) == 1 && p.Source(assign.Lhs[0]) == ctx {
		e.DeleteStmts(assign, assign)
		return
	}
	e.Replace(root.Node().Pos(), root.Node().End(), ctx)
}

// DropsContext removes the import of context when the calls that make roots are its
// only uses, and reports whether it did.
func DropsContext(e *edit.Builder, roots ...*ast.CallExpr) bool {
	var sels []*ast.SelectorExpr
	for _, root := range roots {
		sel, ok := root.Fun.(*ast.SelectorExpr)
		if !ok {
			return false
		}
		sels = append(sels, sel)
	}
	return e.DropImport(sels[0], sels[1:]...)
}
