package notflushed

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// kept judges a writer in a field of a type of the package, once for each field:
//
//	func (l *Log) Close() error { return l.file.Close() } // without l.w.Flush()
func (w *writer) kept(addr *ssa.FieldAddr, seen map[*types.Var]bool) {
	field, owner := ssaflow.Field(addr), callmatch.Named(addr.X.Type())
	if owner == nil || owner.Obj().Pkg() != w.p.Pkg || field.Exported() || seen[field] {
		return
	}
	seen[field] = true
	name := owner.Obj().Name() + "." + field.Name()
	fate := ssaflow.Of(w.p.Pass).Fate(w.SSA, catalog.WritesOut)
	if fate.Stopped && w.timed(field, owner) {
		return
	}
	if fate.Stopped || fate.Gone {
		w.p.Safe(w.Call, name, verdict.HandedOver, w.Call.Pos())
		return
	}
	f := check.Finding{
		At:      w.Call,
		Message: fmt.Sprintf("the end of what is written to %s is lost: nothing calls its %s", name, w.end),
	}
	if stop := site.StopOf(w.p, owner); stop != nil {
		f.At = closing(stop)
		f.Message = fmt.Sprintf("the end of what is written to %s is lost: %s.%s closes without its %s", name, owner.Obj().Name(), stop.Name.Name, w.end)
		f.Trace = []check.Hop{{Pos: w.Call.Pos(), Message: "the writer is made here"}}
		f.Fix = w.fixStop(stop, field)
	}
	w.p.Report(f)
}

// closing returns the first call in a method that closes something, and else the name of the method.
func closing(stop *ast.FuncDecl) (at analysis.Range) {
	at = stop.Name
	ast.Inspect(stop.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && at == analysis.Range(stop.Name) {
			if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Close" {
				at = call
			}
		}
		return true
	})
	return at
}

// fixStop writes out the rest before the method closes anything, and returns its error where the
// method has only that to return.
func (w *writer) fixStop(stop *ast.FuncDecl, field *types.Var) *edit.Fix {
	call, ok := closing(stop).(*ast.CallExpr)
	if !ok || len(stop.Recv.List[0].Names) == 0 || w.p.Fset.File(stop.Pos()) != w.p.Fset.File(w.Call.Pos()) {
		return nil
	}
	recv := stop.Recv.List[0].Names[0].Name
	stmt := around(stop.Body, call)
	if stmt == nil || recv == "_" {
		return nil
	}
	name := recv + "." + field.Name()
	e, lines := w.p.Edit(stmt.Pos()), []string{fmt.Sprintf("%s.%s()", name, w.end)}
	results := stop.Type.Results
	if w.fails() && results != nil && len(results.List) == 1 && len(results.List[0].Names) == 0 {
		lines = []string{fmt.Sprintf("if err := %s.%s(); err != nil {", name, w.end), "\treturn err", "}"}
		if ret, ok := stmt.(*ast.ReturnStmt); ok && len(ret.Results) == 1 {
			lines[1] = fmt.Sprintf("\treturn %s.Join(err, %s)", e.Import(stmt.Pos(), "errors", "errors"), w.p.Source(ret.Results[0]))
		}
	}
	e.Before(stmt, lines...)
	return e.Fix("Call "+lines[0], "")
}

// fails reports whether what writes out the rest returns an error.
func (w *writer) fails() bool {
	obj, _, _ := types.LookupFieldOrMethod(w.SSA.Type(), true, nil, w.end)
	fn, ok := obj.(*types.Func)
	return ok && callmatch.CanFail(fn.Signature())
}

// around returns the statement of a body's own list that contains a call, nil for a deferred one.
func around(body *ast.BlockStmt, call *ast.CallExpr) ast.Stmt {
	for _, stmt := range body.List {
		if stmt.Pos() <= call.Pos() && call.End() <= stmt.End() {
			if _, deferred := stmt.(*ast.DeferStmt); deferred {
				return nil
			}
			return stmt
		}
	}
	return nil
}
