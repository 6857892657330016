package bodynolimit

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix limits bodies to a mebibyte before they are read. Where they are read in several files, one
// middleware is better.
func fix(p *check.Pass, reads []*read) *edit.Fix {
	e := p.Edit(reads[0].body.Pos())
	for _, r := range reads {
		if p.Fset.File(r.body.Pos()) != p.Fset.File(reads[0].body.Pos()) {
			return nil
		}
		at, found := astindex.Find(r.cur.Inspector(), r.body)
		stmt, ok := statement(at)
		if !found || !ok {
			return nil
		}
		text, w := p.Source(r.body), cmp.Or(writer(p, r.fn), "nil")
		e.Before(stmt, fmt.Sprintf("%s = %s.MaxBytesReader(%s, %s, 10<<20)", text, e.Import(r.body.Pos(), "net/http", "http"), w, text))
	}
	if len(reads) > 1 {
		return e.Fix("Limit the bodies to 10 MiB", "longer requests are refused")
	}
	return e.Fix("Limit the body to 10 MiB", "longer requests are refused")
}

// fixLate reads one byte more than the limit, so that the comparison sees that there is more.
func fixLate(p *check.Pass, r *read, at *ast.IfStmt) *edit.Fix {
	limit := at.Cond.(*ast.BinaryExpr).Y
	e := p.Edit(r.body.Pos())
	e.Insert(r.body.Pos(), e.Import(r.body.Pos(), "io", "io")+".LimitReader(")
	text := p.Source(limit)
	if v := constant(p, limit); v != nil && !isUntyped(v.Type()) {
		text = "int64(" + text + ")"
	}
	e.Insert(r.body.End(), ", "+text+"+1)")
	return e.Fix("Read one byte more than the limit at most", "")
}

// writer returns the name of the response writer that a function is given, "" if there is none.
func writer(p *check.Pass, fn ast.Node) string {
	for v := range astindex.Signature(p.TypesInfo, fn).Params().Variables() {
		if callmatch.TypeName(v.Type()) == "net/http.ResponseWriter" && v.Name() != "" && v.Name() != "_" && visible(p, v, fn) {
			return v.Name()
		}
	}
	return ""
}

func visible(p *check.Pass, v *types.Var, fn ast.Node) bool {
	return fn.Pos() <= v.Pos() && v.Pos() < fn.End()
}

// statement returns the statement around cur that is in a list.
func statement(cur inspector.Cursor) (ast.Stmt, bool) {
	for c := range cur.Enclosing() {
		if stmt, ok := c.Node().(ast.Stmt); ok && astindex.Stmts(c.Parent().Node()) != nil {
			return stmt, true
		}
	}
	return nil, false
}

// constant returns the constant that an expression names, nil if it is none.
func constant(p *check.Pass, expr ast.Expr) *types.Const {
	var id *ast.Ident
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		id = expr
	case *ast.SelectorExpr:
		id = expr.Sel
	}
	c, _ := p.TypesInfo.Uses[id].(*types.Const)
	return c
}

func isUntyped(t types.Type) bool {
	basic, ok := t.(*types.Basic)
	return ok && basic.Info()&types.IsUntyped != 0
}
