package ctxbackground

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// innermost returns the function around cur, a literal or a declaration.
func innermost(cur inspector.Cursor) (inspector.Cursor, bool) {
	for c := range cur.Parent().Enclosing((*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		return c, true
	}
	return cur, false
}

// outermost returns the declaration around cur, or the file: every use of a
// local variable at cur is below it.
func outermost(cur inspector.Cursor) ast.Node {
	for c := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.File)(nil)) {
		return c.Node()
	}
	return cur.Node()
}

// statement returns the statement around cur that stands in a list.
func statement(cur inspector.Cursor) (inspector.Cursor, bool) {
	for c := range cur.Enclosing() {
		if _, ok := c.Node().(ast.Stmt); ok && astindex.Stmts(c.Parent().Node()) != nil {
			return c, true
		}
	}
	return cur, false
}

// leaves reports whether control never passes the end of the list, and leaves
// the loop or function around it.
func leaves(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	switch last := list[len(list)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return last.Tok == token.GOTO || last.Tok == token.BREAK
	case *ast.ExprStmt:
		call, ok := last.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		id, ok := call.Fun.(*ast.Ident)
		return ok && id.Name == "panic"
	}
	return false
}

// endsSomething reports whether fn is a function that cleans up, going by the
// first word of its name.
func endsSomething(fn *types.Func) bool {
	if fn == nil {
		return false
	}
	w := catalog.Words(fn.Name())
	if len(w) == 2 && slices.Contains([]string{"force", "graceful", "try", "do"}, w[0]) {
		w = w[1:]
	}
	return catalog.CleanupWords[w[0]]
}

// atTheEnd reports whether a function of that name runs when work ends.
func atTheEnd(name string) bool {
	return slices.ContainsFunc(catalog.Words(name), func(w string) bool {
		return catalog.CleanupWords[w] || catalog.AfterlifeWords[w]
	})
}

// seconds returns Go source for a duration of n seconds. A file without any
// group of imports to put package time into gets a number.
func seconds(p *check.Pass, e *edit.Builder, pos token.Pos, n int) string {
	if e.HasImportGroup() || edit.ImportName(p.Pass, pos, "time") != "" {
		return fmt.Sprintf("%d*%s.Second", n, e.Import(pos, "time", "time"))
	}
	return fmt.Sprintf("%de9", n)
}

// freeName returns base, or base followed by a number, such that it means
// nothing yet in the function around cur.
func freeName(p *check.Pass, cur inspector.Cursor, base string) string {
	taken := make(map[string]bool)
	ast.Inspect(outermost(cur), func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			taken[id.Name] = true
		}
		return true
	})
	name := base
	for i := '2'; taken[name] || p.Pkg.Scope().Lookup(name) != nil; i++ {
		name = base + string(i)
	}
	return name
}
