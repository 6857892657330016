package stopnevercalled

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/muststop"
)

// fixNameless gives the value under obligation a name, in place of the blank or in
// a statement of its own, and has it stopped at the end.
func fixNameless(p *check.Pass, call inspector.Cursor, stmt ast.Stmt, fact *muststop.Fact, names edit.NewNames) *edit.Fix {
	t := p.TypesInfo.TypeOf(call.Node().(ast.Expr))
	if tuple, ok := t.(*types.Tuple); ok && fact.Value >= 0 {
		t = tuple.At(fact.Value).Type()
	}
	name := names.Fresh(p.Pass, call, nameFor(t))
	e := p.Edit(stmt.Pos())
	register, run := hookOn(p, e, call, t, name, fact, ending{})
	if register == "" {
		return nil
	}
	if blank := blankFor(call, fact); blank != nil {
		if !registerBehind(p, e, stmt, register) {
			return nil
		}
		e.Replace(blank.Pos(), blank.End(), name)
	} else if _, tuple := p.TypesInfo.TypeOf(call.Node().(ast.Expr)).(*types.Tuple); tuple || !hoist(p, e, call, name, register) {
		return nil
	}
	return e.Fix("Name the value "+name+", and call "+run+" when the process shuts down", "")
}

// blankFor returns the blank that a new value under obligation is assigned to.
func blankFor(call inspector.Cursor, fact *muststop.Fact) *ast.Ident {
	assign, ok := call.Parent().Node().(*ast.AssignStmt)
	if !ok || assign.Tok != token.DEFINE || len(assign.Rhs) != 1 || fact.Value < 0 || fact.Value >= len(assign.Lhs) {
		return nil
	}
	if id, ok := assign.Lhs[fact.Value].(*ast.Ident); ok && id.Name == "_" {
		return id
	}
	return nil
}

// hoist gives the value of a call a name, in a statement of its own in front of
// the one that makes the call:
//
//	serve(newCache())  →  cache := newCache()
//	                      serve(cache)
//
// The lines come between the two. It reports whether that means the same: the
// call has one result, and the statement makes it first, once and always.
func hoist(p *check.Pass, e *edit.Builder, call inspector.Cursor, name string, between ...string) bool {
	stmt, ok := evaluatesFirst(call)
	if !ok {
		return false
	}
	expr := call.Node().(*ast.CallExpr)
	define := name + " := " + p.Source(expr)
	if es, ok := stmt.Node().(*ast.ExprStmt); ok && ast.Unparen(es.X) == ast.Expr(expr) {
		e.Insert(expr.Pos(), name+" := ")
		e.After(es, between...)
		return true
	}
	e.Hoist(stmt.Node(), append([]string{define}, between...)...)
	e.Replace(expr.Pos(), expr.End(), name)
	return true
}

// evaluatesFirst returns the statement around a call when no other call or
// receive comes before it there, and nothing decides whether it is made.
func evaluatesFirst(call inspector.Cursor) (inspector.Cursor, bool) {
	var stmt inspector.Cursor
	for c := range call.Enclosing() {
		switch n := c.Node().(type) {
		case *ast.FuncLit:
			return stmt, false
		case *ast.BinaryExpr:
			if n.Op == token.LAND || n.Op == token.LOR {
				return stmt, false
			}
		}
		if _, ok := c.Node().(ast.Stmt); ok {
			stmt = c
			break
		}
	}
	switch stmt.Node().(type) {
	case *ast.ExprStmt, *ast.AssignStmt, *ast.ReturnStmt, *ast.DeclStmt:
	default:
		return stmt, false
	}
	first := true
	ast.Inspect(stmt.Node(), func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			first = first && (n.End() > call.Node().Pos() || n == call.Node())
		case *ast.UnaryExpr:
			first = first && (n.Op != token.ARROW || n.End() > call.Node().Pos())
		}
		return true
	})
	return stmt, first && astindex.Stmts(stmt.Parent().Node()) != nil
}

// nameFor returns a name for a value of type t.
func nameFor(t types.Type) string {
	if _, fn := t.Underlying().(*types.Signature); fn {
		return "cleanup"
	}
	if named := callmatch.Named(t); named != nil {
		return lowerFirst(named.Obj().Name())
	}
	return "value"
}

// lowerFirst returns a type's name as that of a variable: "resolver", "httpPool".
func lowerFirst(name string) string {
	runes := []rune(name)
	for i, r := range runes {
		if !unicode.IsUpper(r) || i > 0 && i+1 < len(runes) && unicode.IsLower(runes[i+1]) {
			break
		}
		runes[i] = unicode.ToLower(r)
	}
	return strings.TrimLeft(string(runes), "_")
}
