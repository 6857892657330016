// Package syntax has small questions about the syntax tree.
package syntax

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/cfg"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// EndOf returns where a function is left: at the return statement, or at the
// end of its body.
func EndOf(fn *ssa.Function, ret ssa.Instruction) token.Pos {
	if ret.Pos().IsValid() {
		return ret.Pos()
	}
	return astindex.FuncBody(fn.Syntax()).Rbrace
}

// Captured returns the name of the one variable of a type that a literal takes from
// outside, "" when there is none, or several.
func Captured(p *check.Pass, lit *ast.FuncLit, owner *types.Named) string {
	var found *types.Var
	several := false
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		v, ok := p.TypesInfo.Uses[id].(*types.Var)
		if !ok || v.IsField() || Within(lit, v.Pos()) {
			return true
		}
		if named := callmatch.Named(v.Type()); named != nil && named.Origin() == owner.Origin() {
			several = several || found != nil && found != v
			found = v
		}
		return true
	})
	if found == nil || several {
		return ""
	}
	return found.Name()
}

// Keyword is the range of a keyword.
type Keyword struct {
	At   token.Pos
	Text string
}

func (k Keyword) Pos() token.Pos { return k.At }

func (k Keyword) End() token.Pos { return k.At + token.Pos(len(k.Text)) }

// IsChannel reports whether a type is that of a channel.
func IsChannel(t types.Type) bool {
	_, ok := t.Underlying().(*types.Chan)
	return ok
}

// FieldLine returns the declaration of a field that has a line of its own in the
// file of pos.
func FieldLine(p *check.Pass, field *types.Var, pos token.Pos) *ast.Field {
	if p.Fset.File(field.Pos()) != p.Fset.File(pos) {
		return nil
	}
	cur, ok := ssainstr.CursorAt(p, field.Pos())
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

// PathTo returns the nodes from the file down to cur.
func PathTo(cur inspector.Cursor) []ast.Node {
	var path []ast.Node
	for c := range cur.Enclosing() {
		path = append(path, c.Node())
	}
	slices.Reverse(path)
	return path
}

// OutermostFunc returns the declaration around cur, or its file.
func OutermostFunc(cur inspector.Cursor) ast.Node {
	for c := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.File)(nil)) {
		return c.Node()
	}
	return nil
}

// Within reports whether pos lies in n.
func Within(n ast.Node, pos token.Pos) bool { return n.Pos() <= pos && pos < n.End() }

// UsesIn reports whether n mentions v.
func UsesIn(info *types.Info, n ast.Node, v *types.Var) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && info.Uses[id] == v {
			found = true
		}
		return !found
	})
	return found
}

// LocalVariable returns the variable that expr names, unless it is a field or
// belongs to the package.
func LocalVariable(info *types.Info, expr ast.Expr) *types.Var {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := info.ObjectOf(id).(*types.Var)
	if !ok || v.IsField() || v.Pkg() == nil || v.Parent() == v.Pkg().Scope() {
		return nil
	}
	return v
}

// RootVar returns the variable at the start of a path of fields such as x.a.b,
// or nil for any other expression.
func RootVar(info *types.Info, expr ast.Expr) *types.Var {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		v, _ := info.Uses[expr].(*types.Var)
		return v
	case *ast.SelectorExpr:
		if s := info.Selections[expr]; s != nil && s.Kind() == types.FieldVal {
			return RootVar(info, expr.X)
		}
		v, _ := info.Uses[expr.Sel].(*types.Var) // of another package
		return v
	}
	return nil
}

// VisibleAt reports whether v's name means v at pos.
func VisibleAt(p *check.Pass, v *types.Var, pos token.Pos) bool {
	if v.Pkg() != p.Pkg {
		return true
	}
	_, obj := p.Pkg.Scope().Innermost(pos).LookupParent(v.Name(), pos)
	return obj == v
}

// Received returns the channel of a statement that only receives, or nil.
func Received(stmt ast.Stmt) ast.Expr {
	var expr ast.Expr
	switch stmt := stmt.(type) {
	case *ast.ExprStmt:
		expr = stmt.X
	case *ast.AssignStmt:
		if len(stmt.Rhs) == 1 {
			expr = stmt.Rhs[0]
		}
	}
	if u, ok := ast.Unparen(expr).(*ast.UnaryExpr); ok && u.Op == token.ARROW {
		return u.X
	}
	return nil
}

// FuncType returns the type of a function or literal, nil for other nodes.
func FuncType(fn ast.Node) *ast.FuncType {
	switch fn := fn.(type) {
	case *ast.FuncLit:
		return fn.Type
	case *ast.FuncDecl:
		return fn.Type
	}
	return nil
}

// IsTickType is the fast path: a receivable channel of time.Time.
func IsTickType(t types.Type) bool { return callmatch.IsChanOf(t, "time.Time") }

// Enclosing returns the function around cur and its control-flow graph.
func Enclosing(p *check.Pass, cur inspector.Cursor) (ast.Node, *cfg.CFG) {
	graphs := p.ResultOf[ctrlflow.Analyzer].(*ctrlflow.CFGs)
	for c := range cur.Enclosing((*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch fn := c.Node().(type) {
		case *ast.FuncLit:
			return fn, graphs.FuncLit(fn)
		case *ast.FuncDecl:
			return fn, graphs.FuncDecl(fn)
		}
	}
	return nil, nil
}

// TypeName returns the name of a type, nil if it has none.
func TypeName(t types.Type) *types.TypeName {
	if named := callmatch.Named(t); named != nil {
		return named.Obj()
	}
	return nil
}
