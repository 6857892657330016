package closeerrordropped

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// fills reports whether a function opens a file for writing, and writes to it: by one of its methods, or by passing
// it where something to write to is expected.
func fills(p *check.Pass, fn inspector.Cursor, v *types.Var) bool {
	if !written(p, fn, v) || ofKernel(p, fn, v) {
		return false
	}
	for c := range fn.Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && variable(p, sel.X) == v && catalog.WritesByName[sel.Sel.Name] {
			return true
		}
		if _, keeps := catalog.KeepsForOthers[callmatch.CalleeName(p.TypesInfo, call)]; keeps {
			continue // a log, say
		}
		sig, _ := p.TypesInfo.TypeOf(call.Fun).(*types.Signature)
		for i, arg := range call.Args {
			if variable(p, arg) == v && sig != nil && takesWriter(sig, i) {
				return true
			}
		}
	}
	return false
}

// wrapped returns the call that makes a writer around a file, and the method that writes out what that keeps.
func wrapped(p *check.Pass, fn inspector.Cursor, v *types.Var) (around *ast.CallExpr, end string) {
	for c := range fn.Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		if end := catalog.Wrapped[callmatch.CalleeName(p.TypesInfo, call)]; end != "" && variable(p, call.Args[0]) == v {
			return call, end
		}
	}
	return nil, ""
}

// takesWriter reports whether a function writes to what it is passed, as far as its parameter's type tells.
func takesWriter(sig *types.Signature, i int) bool {
	if i >= sig.Params().Len() {
		return false
	}
	param := sig.Params().At(i).Type()
	obj, _, _ := types.LookupFieldOrMethod(param, true, nil, "Write")
	return obj != nil
}

// syncsIt reports whether a call syncs a file, or passes it to what may: a function value, or a function of the
// package that syncs or closes one.
func syncsIt(p *check.Pass, call *ast.CallExpr, v *types.Var) bool {
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && variable(p, sel.X) == v {
		return sel.Sel.Name == "Sync"
	}
	if !slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return variable(p, arg) == v }) {
		return false
	}
	callee := callmatch.Callee(p.TypesInfo, call)
	decl := astindex.Of(p.Pass).Decls[callee]
	return callee == nil && !p.TypesInfo.Types[call.Fun].IsBuiltin() || decl != nil && decl.Body != nil && (mentionsName(decl.Body, "Sync") || mentionsName(decl.Body, "Close"))
}

// failing reports whether the function reports no success after a call, or takes the file away.
func failing(p *check.Pass, d dropped) bool {
	if afterFailure(p, d.cur, d.fn) {
		return true
	}
	if d.later {
		return false
	}
	for next, ok := d.cur.Parent().NextSibling(); ok; next, ok = next.NextSibling() {
		for c := range next.Preorder((*ast.CallExpr)(nil)) {
			if catalog.MovesOrRemoves(callmatch.CalleeName(p.TypesInfo, c.Node().(*ast.CallExpr))) {
				return true
			}
		}
		if ret, ok := next.Node().(*ast.ReturnStmt); ok {
			return len(ret.Results) > 0 && isFailure(p, ret.Results[len(ret.Results)-1])
		}
	}
	return false
}

// isFailure reports whether an expression is an error that is made there, or a sentinel.
func isFailure(p *check.Pass, expr ast.Expr) bool {
	if call, ok := ast.Unparen(expr).(*ast.CallExpr); ok {
		fn := callmatch.Callee(p.TypesInfo, call)
		return fn != nil && catalog.MakesError(callmatch.Name(fn), fn.Name())
	}
	v, ok := callmatch.Object(p.TypesInfo, expr).(*types.Var)
	return ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope()
}

// ofKernel reports whether a file is one of the kernel, which keeps nothing for the close.
func ofKernel(p *check.Pass, fn inspector.Cursor, v *types.Var) bool {
	path := pathOf(p, fn, v)
	return strings.HasPrefix(path, `"/proc/`) || strings.HasPrefix(path, `"/sys/`) || strings.HasPrefix(path, `"/dev/`)
}

// cheap returns the doubts that what is lost can be had again, or is not missed, or that the last write is one of a
// buffer, which the function may test.
func cheap(p *check.Pass, d dropped) (list []check.Doubt) {
	call, ok := localvar.Definition(p.TypesInfo, d.fn.Node(), d.v).(*ast.CallExpr)
	if !ok {
		return nil
	}
	if around, _ := wrapped(p, d.fn, d.v); around != nil {
		list = append(list, check.Doubting(verdict.LocalDisk, around.Pos()))
	}
	_, temp := catalog.TempMakers[callmatch.CalleeName(p.TypesInfo, call)]
	if temp || mentionsName(call, "O_APPEND") || !syncs(p) {
		list = append(list, check.Doubting(verdict.LocalDisk, call.Pos()))
	}
	if fn, ok := astindex.DeclAround(d.fn).(*ast.FuncDecl); ok && catalog.NamedCache(fn.Name.Name) || catalog.NamedCache(p.Source(call)) || catalog.NamedCache(p.Pkg.Name()) {
		list = append(list, check.Doubting(verdict.Rebuilt, call.Pos()))
	}
	return list
}
