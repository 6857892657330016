// Package syntax has small questions about the syntax tree.
package syntax

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// ReceiverType returns the type that a method is declared for.
func ReceiverType(fn *types.Func) *types.Named {
	named := callmatch.Named(fn.Signature().Recv().Type())
	if named == nil {
		return nil
	}
	return named.Origin()
}

// InOwn visits the nodes of body that belong to no function literal.
func InOwn(body *ast.BlockStmt, visit func(ast.Node)) {
	ast.Inspect(body, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok {
			return false
		}
		if n != nil {
			visit(n)
		}
		return true
	})
}

// FieldLine returns the declaration of the field that sel selects, if it has a
// line of its own in the file of sel.
func FieldLine(p *check.Pass, sel *ast.SelectorExpr) *ast.Field {
	field := callmatch.Field(p.TypesInfo, sel)
	if field == nil || p.Fset.File(field.Pos()) != p.Fset.File(sel.Pos()) {
		return nil
	}
	cur, ok := p.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root().FindByPos(field.Pos(), field.Pos()+1)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.Field)(nil)) {
		if decl := c.Node().(*ast.Field); len(decl.Names) == 1 {
			return decl
		}
		break
	}
	return nil
}

// Selector returns expr as a selector, nil for others.
func Selector(expr ast.Expr) *ast.SelectorExpr {
	sel, _ := ast.Unparen(expr).(*ast.SelectorExpr)
	return sel
}

// VariableOf returns the local variable, field or package variable that expr
// names.
func VariableOf(p *check.Pass, expr ast.Expr) *types.Var {
	if field := callmatch.Field(p.TypesInfo, expr); field != nil {
		return field
	}
	if id, ok := ast.Unparen(expr).(*ast.Ident); ok {
		if v, ok := p.TypesInfo.Uses[id].(*types.Var); ok {
			return v.Origin()
		}
	}
	return nil
}

// DefinedBy is VariableOf for what an assignment may declare.
func DefinedBy(p *check.Pass, expr ast.Expr) *types.Var {
	if id, ok := expr.(*ast.Ident); ok {
		v, _ := p.TypesInfo.ObjectOf(id).(*types.Var)
		return v
	}
	return VariableOf(p, expr)
}

// IndexDecl returns the declaration of a function of the package, nil for others.
func IndexDecl(p *check.Pass, fn *types.Func) *ast.FuncDecl {
	if fn == nil {
		return nil
	}
	return astindex.Of(p.Pass).Decls[fn.Origin()]
}

// ServerText returns the text of a pointer to the http.Server whose method sel selects
// on expr, which may be a value that embeds it, "" if it cannot be named here.
func ServerText(p *check.Pass, expr ast.Expr, sel *ast.SelectorExpr) string {
	expr = ast.Unparen(expr)
	text, t := p.Source(expr), p.TypesInfo.TypeOf(expr)
	if selection := p.TypesInfo.Selections[sel]; selection != nil {
		for _, i := range selection.Index()[:len(selection.Index())-1] {
			if pointer, ok := t.Underlying().(*types.Pointer); ok {
				t = pointer.Elem()
			}
			part := t.Underlying().(*types.Struct).Field(i)
			if !part.Exported() && part.Pkg() != p.Pkg {
				return ""
			}
			text, t = text+"."+part.Name(), part.Type()
		}
	}
	if _, pointer := t.Underlying().(*types.Pointer); !pointer {
		return "&" + text
	}
	return text
}

// Takes returns the call that a statement consists of, and its argument that is
// inner; nil when there is none.
func Takes(stmt, inner ast.Node) (*ast.CallExpr, ast.Expr) {
	expr, ok := stmt.(*ast.ExprStmt)
	if !ok {
		return nil, nil
	}
	call, ok := ast.Unparen(expr.X).(*ast.CallExpr)
	if !ok {
		return nil, nil
	}
	for _, arg := range call.Args {
		if ast.Unparen(arg) == inner {
			return call, arg
		}
	}
	return nil, nil
}

// CursorOf returns the cursor at n.
func CursorOf(p *check.Pass, n ast.Node) (inspector.Cursor, bool) {
	return astindex.Find(p.ResultOf[inspect.Analyzer].(*inspector.Inspector), n)
}

// MainFunc returns the program's main function, nil in other packages.
func MainFunc(p *check.Pass) *types.Func {
	if p.Pkg.Name() != "main" {
		return nil
	}
	fn, _ := p.Pkg.Scope().Lookup("main").(*types.Func)
	return fn
}

// Fresh returns the first of names, or the last followed by a number, that means
// nothing at pos.
func Fresh(p *check.Pass, pos token.Pos, names ...string) string {
	scope := p.Pkg.Scope().Innermost(pos)
	if scope == nil {
		return names[0]
	}
	for i := 0; ; i++ {
		name := names[min(i, len(names)-1)]
		if i >= len(names) {
			name += strconv.Itoa(i - len(names) + 2)
		}
		if _, obj := scope.LookupParent(name, token.NoPos); obj == nil {
			return name
		}
	}
}

// ImportName returns the name under which the file of pos knows the package at
// path, "" if it does not.
func ImportName(p *check.Pass, file *ast.File, path string) string {
	for _, spec := range file.Imports {
		if s, err := strconv.Unquote(spec.Path.Value); err == nil && s == path {
			if name := p.TypesInfo.PkgNameOf(spec); name != nil && name.Name() != "_" && name.Name() != "." {
				return name.Name()
			}
		}
	}
	return ""
}

// FatalCall returns the call in stmt that ends the process after it has logged
// its arguments, nil for other statements.
func FatalCall(p *check.Pass, stmt ast.Node) *ast.CallExpr {
	expr, ok := stmt.(*ast.ExprStmt)
	if !ok {
		return nil
	}
	call, ok := ast.Unparen(expr.X).(*ast.CallExpr)
	if !ok {
		return nil
	}
	if row, ok := catalog.Exits[callmatch.CalleeName(p.TypesInfo, call)]; !ok || !row.Logs {
		return nil
	}
	return call
}

// Lines joins lines with the indentation of the first.
func Lines(indent string, list ...string) string { return strings.Join(list, "\n"+indent) }

// Within reports whether pos lies in n.
func Within(n ast.Node, pos token.Pos) bool { return n.Pos() <= pos && pos < n.End() }

// Ends reports whether a call of that name ends what it is called on.
var Ends = map[string]bool{"Close": true, "Stop": true, "Shutdown": true}

// Uses reports whether a node of a graph does something with v. Making v does
// not, and neither does deferring its end.
func Uses(info *types.Info, n ast.Node, v *types.Var) bool {
	if _, ok := n.(*ast.DeferStmt); ok {
		return false
	}
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if assign, ok := n.(*ast.AssignStmt); ok {
			for _, rhs := range assign.Rhs {
				found = found || Uses(info, rhs, v)
			}
			return false
		}
		id, ok := n.(*ast.Ident)
		found = found || ok && info.Uses[id] == v
		return !found
	})
	return found
}
