package exitskipsdefer

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// returnFor returns the text that replaces an exit, "" when the error it is about
// is not known.
func returnFor(p *check.Pass, stmt ast.Stmt, call *ast.CallExpr) string {
	row, known := catalog.Exits[callmatch.CalleeName(p.TypesInfo, call)]
	if !known {
		return ""
	}
	if !row.Logs && len(call.Args) == 1 && stillImported(p, call) {
		if tv := p.TypesInfo.Types[call.Args[0]]; tv.Value != nil && tv.Value.ExactString() == "0" {
			return "return nil"
		}
	}
	err := errorAt(p, stmt)
	needed := stillImported(p, call)
	if err == "" || !row.Logs && !needed {
		return ""
	}
	if !row.Logs || needed && len(call.Args) == 1 && p.Source(call.Args[0]) == err {
		return "return " + err
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	level := "Error"
	if fn := callmatch.Callee(p.TypesInfo, call); fn.Pkg().Path() == "log" {
		level = "Print"
	}
	suffix := strings.TrimPrefix(strings.TrimPrefix(sel.Sel.Name, "Fatal"), "Exit")
	return p.Source(sel.X) + "." + level + suffix + p.Source(call)[call.Lparen-call.Pos():] + "\nreturn " + err
}

// errorAt returns the error that the clause around stmt is about: the one that
// its if tests, or that its case received.
func errorAt(p *check.Pass, stmt ast.Stmt) string {
	cur, ok := syntax.CursorOf(p, stmt)
	if !ok {
		return ""
	}
	var about ast.Node
	for c := range cur.Enclosing((*ast.IfStmt)(nil), (*ast.CommClause)(nil), (*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		switch n := c.Node().(type) {
		case *ast.IfStmt:
			about = n.Cond
		case *ast.CommClause:
			about = n.Comm
		}
		break
	}
	name := ""
	if about != nil {
		ast.Inspect(about, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok || name != "" {
				return true
			}
			if v, ok := p.TypesInfo.ObjectOf(id).(*types.Var); ok && !v.IsField() && callmatch.IsError(v.Type()) && v.Parent() != v.Pkg().Scope() {
				name = v.Name()
			}
			return true
		})
	}
	return name
}

// stillImported reports whether the file needs the package that call is
// qualified with even if no exit in it mentions it any more.
func stillImported(p *check.Pass, call *ast.CallExpr) bool {
	sel := syntax.Selector(call.Fun)
	cur, ok := syntax.CursorOf(p, call)
	if sel == nil || !ok {
		return true
	}
	if _, method := p.TypesInfo.Selections[sel]; method {
		return true
	}
	return edit.KeepsImport(p.TypesInfo, astindex.FileOf(cur), sel, func(sel *ast.SelectorExpr) bool {
		_, exits := catalog.Exits[callmatch.Name(callmatch.Func(p.TypesInfo, sel))]
		return exits
	})
}
