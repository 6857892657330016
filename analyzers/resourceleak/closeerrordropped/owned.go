package closeerrordropped

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// owned reports a method that returns an error, and drops that of closing a writer in a field of its receiver, which
// writes out the rest:
//
//	func (a *archive) Close() error {
//		a.gz.Close()
//		return a.f.Close()
//	}
//
// Silent on the paths of failures.
func owned(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Close" || len(call.Args) > 0 || p.Quiet(call.Pos()) {
		return
	}
	field := callmatch.Field(p.TypesInfo, sel.X)
	if field == nil || callmatch.IsType(callmatch.Deref(field.Type()), "os.File") || !catalog.ClosesWriting[callmatch.TypeName(callmatch.Deref(field.Type()))] {
		return
	}
	d, ok := drop(cur, call, field)
	if !ok || !closes(p, d.fn, sel) || afterFailure(p, cur, d.fn) {
		return
	}
	p.Report(check.Finding{
		At:      call,
		Message: fmt.Sprintf("what lacks its end is reported as written: %s writes the rest of the data, and its error is dropped", p.Name(call.Fun)),
		Fix:     fixOwned(p, d),
	})
}

// closes reports whether a function is a method Close, or the like, whose receiver has the field, and returns an error.
func closes(p *check.Pass, fn inspector.Cursor, sel *ast.SelectorExpr) bool {
	decl, ok := fn.Node().(*ast.FuncDecl)
	if !ok || decl.Recv == nil || len(decl.Recv.List[0].Names) == 0 || !callmatch.CanFail(astindex.Signature(p.TypesInfo, decl)) {
		return false
	}
	owner, ok := ast.Unparen(sel.X).(*ast.SelectorExpr)
	if !ok || !slices.Contains(catalog.StopMethods, decl.Name.Name) {
		return false
	}
	id, ok := ast.Unparen(owner.X).(*ast.Ident)
	return ok && p.TypesInfo.Uses[id] == types.Object(p.TypesInfo.Defs[decl.Recv.List[0].Names[0]])
}

// fixOwned joins the error with that of the return that follows, or returns it where the last deferred call drops it
// and the function returns nil.
func fixOwned(p *check.Pass, d dropped) *edit.Fix {
	stmt := d.cur.Parent()
	next, ok := stmt.NextSibling()
	if !ok {
		return nil
	}
	ret, ok := next.Node().(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return nil
	}
	e, last := p.Edit(d.call.Pos()), ret.Results[0]
	e.Delete(stmt.Node().Pos(), ret.Pos())
	if p.TypesInfo.Types[last].IsNil() {
		e.Replace(last.Pos(), last.End(), p.Source(d.call))
	} else if d.later {
		return nil
	} else {
		e.Replace(last.Pos(), last.End(), e.Import(ret.Pos(), "errors", "errors")+".Join("+p.Source(d.call)+", "+p.Source(last)+")")
	}
	return e.Fix("Return the error of "+p.Source(d.call.Fun), "a failed close is an error of the function")
}
