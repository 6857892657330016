package consumedbody

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// fix renews the body in each attempt, from what it was made of.
func (b *body) fix() *edit.Fix {
	e := b.p.Edit(b.arg.Pos())
	name := b.p.Source(b.arg)
	if !b.request {
		return b.fixReader(e, name)
	}
	cur, ok := astindex.Find(b.fn.Inspector(), b.arg)
	if !ok {
		return nil
	}
	stmt, ok := astindex.Statement(cur)
	v, isVar := b.vars[len(b.vars)-1].(*types.Var)
	if !ok || !isVar {
		return nil
	}
	made, ok := ast.Unparen(localvar.Definition(b.p.TypesInfo, astindex.DeclAround(b.fn), v)).(*ast.CallExpr)
	if !ok {
		return nil
	}
	i, ok := catalog.ReadsBody[callmatch.CalleeName(b.p.TypesInfo, made)]
	if !ok {
		return nil
	}
	source := b.content(made.Args[i])
	if source == "" {
		return nil
	}
	e.Before(stmt.Node(), name+".Body = "+e.Import(b.arg.Pos(), "io", "io")+".NopCloser("+source+")")
	return e.Fix("Give "+name+" a new body in each attempt", "")
}

// content returns a new reader of what a reader is made of, "" where that is no variable.
func (b *body) content(reader ast.Expr) string {
	call, ok := ast.Unparen(reader).(*ast.CallExpr)
	if !ok || !catalog.BodyReaders[callmatch.CalleeName(b.p.TypesInfo, call)] {
		return ""
	}
	id, ok := ast.Unparen(call.Args[0]).(*ast.Ident)
	if !ok {
		return ""
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	made := map[string]string{"NewBuffer": "NewReader"}[sel.Sel.Name]
	if made == "" {
		made = sel.Sel.Name
	}
	return b.p.Source(sel.X) + "." + made + "(" + id.Name + ")"
}

// fixReader sends the bytes of a buffer, or begins at the start of a reader of what is in memory.
func (b *body) fixReader(e *edit.Builder, name string) *edit.Fix {
	cur, ok := astindex.Find(b.fn.Inspector(), b.arg)
	if !ok {
		return nil
	}
	stmt, ok := astindex.Statement(cur)
	if !ok {
		return nil
	}
	switch callmatch.TypeName(b.p.TypesInfo.TypeOf(b.arg)) {
	case "bytes.Buffer":
		e.Replace(b.arg.Pos(), b.arg.End(), e.Import(b.arg.Pos(), "bytes", "bytes")+".NewReader("+trimAddr(name)+".Bytes())")
		return e.Fix("Send the bytes of "+trimAddr(name)+" in each attempt", "")
	case "bytes.Reader", "strings.Reader":
		e.Before(stmt.Node(), name+".Seek(0, "+e.Import(b.arg.Pos(), "io", "io")+".SeekStart)")
		return e.Fix("Begin at the start of "+name+" in each attempt", "")
	}
	return nil
}

func trimAddr(name string) string {
	if name[0] == '&' {
		return name[1:]
	}
	return name
}
