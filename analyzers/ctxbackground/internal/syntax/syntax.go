// Package syntax has small questions about the syntax tree.
package syntax

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// CalledBy returns the function around a literal if that is what calls it: where it
// stands, or by the name of a variable that is used for nothing else.
func CalledBy(p *check.Pass, lit inspector.Cursor) (inspector.Cursor, bool) {
	if _, ok := lit.Node().(*ast.FuncLit); !ok {
		return lit, false
	}
	around, ok := astindex.FuncAround(lit)
	if !ok {
		return lit, false
	}
	var id *ast.Ident
	switch parent := lit.Parent().Node().(type) {
	case *ast.AssignStmt:
		id, _ = parent.Lhs[0].(*ast.Ident)
		ok = len(parent.Lhs) == 1
	case *ast.ValueSpec:
		id, ok = parent.Names[0], len(parent.Names) == 1
	default:
		return around, InPlace(lit) || runByCall(p, lit)
	}
	if id == nil || !ok || p.TypesInfo.Defs[id] == nil {
		return lit, false
	}
	v, _ := p.TypesInfo.Defs[id].(*types.Var)
	return around, v != nil && !slices.ContainsFunc(astindex.Of(p.Pass).Uses[v], func(use *ast.Ident) bool {
		c := CursorAt(lit, use)
		if kind, _ := c.ParentEdge(); kind != edge.CallExpr_Fun {
			return true
		}
		kind, _ := c.Parent().ParentEdge()
		caller, _ := astindex.FuncAround(c)
		return kind == edge.GoStmt_Call || kind == edge.DeferStmt_Call || caller != around
	})
}

// runByCall reports whether a literal is an argument of a call that runs it before it returns, as
// its results show: both return an error, and the same values beside it, and that of the call is used.
//
//	err := db.Transaction(func(tx *Tx) error { … })
func runByCall(p *check.Pass, lit inspector.Cursor) bool {
	if kind, _ := lit.ParentEdge(); kind != edge.CallExpr_Args || !callmatch.CanFail(SignatureOf(p, lit)) {
		return false
	}
	cur := lit.Parent()
	call := cur.Node().(*ast.CallExpr)
	fn := callmatch.Callee(p.TypesInfo, call)
	if fn == nil || !sameResults(p, lit, call) || slices.ContainsFunc(catalog.Words(fn.Name()), func(w string) bool { return catalog.LaterWords[w] }) {
		return false
	}
	switch parent := cur.Parent().Node().(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.AssignStmt:
		id, ok := parent.Lhs[len(parent.Lhs)-1].(*ast.Ident)
		return ok && id.Name != "_"
	}
	return false
}

// sameResults reports whether a call returns an error and what a literal returns beside it.
func sameResults(p *check.Pass, lit inspector.Cursor, call *ast.CallExpr) bool {
	t := p.TypesInfo.TypeOf(call)
	results, several := t.(*types.Tuple)
	if !several {
		return callmatch.IsError(t)
	}
	return types.Identical(results, SignatureOf(p, lit).Results())
}

// CursorAt returns the cursor of a node.
func CursorAt(cur inspector.Cursor, n ast.Node) inspector.Cursor {
	c, _ := astindex.Find(cur.Inspector(), n)
	return c
}

// SignatureOf returns the signature of a function or literal.
func SignatureOf(p *check.Pass, fn inspector.Cursor) *types.Signature {
	var t types.Type
	switch fn := fn.Node().(type) {
	case *ast.FuncDecl:
		t = p.TypesInfo.Defs[fn.Name].Type()
	case *ast.FuncLit:
		t = p.TypesInfo.TypeOf(fn)
	}
	return t.(*types.Signature)
}

// GivenTo returns the function whose parameter v is: fn, or one around it that calls it.
func GivenTo(p *check.Pass, fn inspector.Cursor, v *types.Var) (inspector.Cursor, bool) {
	for ok := true; ok; fn, ok = CalledBy(p, fn) {
		for param := range SignatureOf(p, fn).Params().Variables() {
			if param == v {
				return fn, true
			}
		}
	}
	return fn, false
}

// InPlace reports whether a literal is called where it stands.
func InPlace(lit inspector.Cursor) bool {
	call, ok := lit.Parent().Node().(*ast.CallExpr)
	if !ok || call.Fun != lit.Node() {
		return false
	}
	switch lit.Parent().Parent().Node().(type) {
	case *ast.GoStmt, *ast.DeferStmt:
		return false
	}
	return true
}

// Within reports whether v is declared in n.
func Within(n ast.Node, v *types.Var) bool { return n.Pos() <= v.Pos() && v.Pos() < n.End() }

// Leaves reports whether control never passes the end of the list, and leaves
// the loop or function around it.
func Leaves(list []ast.Stmt) bool {
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

// Seconds returns Go source for a duration of n seconds. A file without any
// group of imports to put package time into gets a number.
func Seconds(p *check.Pass, e *edit.Builder, pos token.Pos, n int) string {
	if e.HasImportGroup() || edit.ImportName(p.Pass, pos, "time") != "" {
		return fmt.Sprintf("%d*%s.Second", n, e.Import(pos, "time", "time"))
	}
	return fmt.Sprintf("%de9", n)
}

// FreeName returns base, or base followed by a number, such that it means
// nothing yet in the function around cur.
func FreeName(p *check.Pass, cur inspector.Cursor, base string) string {
	taken := make(map[string]bool)
	ast.Inspect(astindex.DeclAround(cur), func(n ast.Node) bool {
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
