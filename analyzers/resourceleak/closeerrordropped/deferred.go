package closeerrordropped

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// deferred reports
//
//	f, err := os.Create(path + ".tmp")
//	…
//	defer f.Close()
//	…
//	return os.Rename(path+".tmp", path) // before the file is closed
//
// where the function neither closes nor syncs the file before. A writer around the file has not written the
// rest of its data at that time. It returns whether it has reported the call.
func deferred(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr, v *types.Var) bool {
	stmt, ok := cur.Parent().Node().(*ast.DeferStmt)
	fn, around := astindex.FuncAround(cur)
	if !ok || !around || !written(p, fn, v) || ends(p, fn, v, call) {
		return false
	}
	rename := renamedIn(p, fn, call, names(p, fn, v), pathOf(p, fn, v))
	if rename == nil {
		return false
	}
	var doubts []check.Doubt
	message := "a file whose last data is not written yet is put in place: the deferred %s runs after %s (%s), and its error is dropped"
	if callmatch.IsType(callmatch.Deref(v.Type()), "os.File") {
		message = "a file whose last data could not be written is put in place: the deferred %s runs after %s (%s), and nothing syncs the file before"
		if !syncs(p) {
			doubts = append(doubts, check.Doubting(verdict.LocalDisk, stmt.Pos()))
		}
	}
	p.Report(check.Finding{
		At:      call,
		Message: fmt.Sprintf(message, p.Name(call.Fun), p.Name(rename.Fun), p.Where(rename.Pos(), call.Pos())),
		Trace:   []check.Hop{{Pos: rename.Pos(), Message: "put in place here"}},
		Doubts:  doubts,
		Fix:     fixDeferred(p, fn, call, rename),
	})
	return true
}

// ends reports whether a function closes or syncs what is in a variable by another call than the given one,
// or passes it to a function that may, and not only where it fails.
func ends(p *check.Pass, fn inspector.Cursor, v *types.Var, given *ast.CallExpr) bool {
	for c := range fn.Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if ok && call != given && variable(p, sel.X) == v && (sel.Sel.Name == "Sync" || sel.Sel.Name == "Close" || sel.Sel.Name == "Flush") {
			return true
		}
		callee := callmatch.Callee(p.TypesInfo, call)
		if callee == nil || callee.Pkg() == p.Pkg {
			for _, arg := range call.Args {
				if variable(p, arg) == v && !p.TypesInfo.Types[call.Fun].IsBuiltin() {
					return true
				}
			}
		}
	}
	return false
}

// syncs reports whether the package syncs any file.
func syncs(p *check.Pass) bool {
	for _, to := range calls.All(p.Pass) {
		if to.Name == "(*os.File).Sync" {
			return true
		}
	}
	return false
}

// pathOf returns the path that a file is made with, "" where that is a directory or not known.
func pathOf(p *check.Pass, fn inspector.Cursor, v *types.Var) string {
	call, ok := localvar.Definition(p.TypesInfo, fn.Node(), v).(*ast.CallExpr)
	if !ok {
		return ""
	}
	name := callmatch.CalleeName(p.TypesInfo, call)
	if _, temp := catalog.TempMakers[name]; temp || !catalog.CreatesFile[name] && !catalog.OpensByFlags[name] {
		return ""
	}
	return types.ExprString(call.Args[0])
}

// renamedIn returns the call of a function, after another one, that renames one of the files.
func renamedIn(p *check.Pass, fn inspector.Cursor, after *ast.CallExpr, files map[*types.Var]bool, path string) *ast.CallExpr {
	for c := range fn.Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		if call.Pos() < after.Pos() || callmatch.CalleeName(p.TypesInfo, call) != "os.Rename" {
			continue
		}
		if inner, _ := astindex.FuncAround(c); inner.Node() != fn.Node() {
			continue
		}
		if types.ExprString(call.Args[0]) == path || mentionsFile(p, call.Args[0], files) {
			return call
		}
	}
	return nil
}

// fixDeferred closes the file before it is renamed, where the error is the only result of the function. The
// deferred call finds it closed. There is none for a writer around a file, which has to be closed as well.
func fixDeferred(p *check.Pass, fn inspector.Cursor, call, rename *ast.CallExpr) *edit.Fix {
	results := astindex.Signature(p.TypesInfo, fn.Node()).Results()
	cur, found := astindex.Find(fn.Inspector(), rename)
	if !found || results.Len() != 1 || !callmatch.IsError(results.At(0).Type()) || results.At(0).Name() != "" {
		return nil
	}
	stmt, ok := astindex.Statement(cur)
	if !ok || !callmatch.IsType(callmatch.Deref(p.TypesInfo.TypeOf(ast.Unparen(call.Fun).(*ast.SelectorExpr).X)), "os.File") {
		return nil
	}
	e := p.Edit(stmt.Node().Pos())
	file := p.Source(ast.Unparen(call.Fun).(*ast.SelectorExpr).X)
	e.Before(stmt.Node(), "if err := "+file+".Sync(); err != nil {", "\treturn err", "}", "if err := "+p.Source(call)+"; err != nil {", "\treturn err", "}")
	return e.Fix("Sync and close the file before it is put in place", "a failed close keeps the file from its place")
}
