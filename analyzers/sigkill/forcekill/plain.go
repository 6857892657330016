package forcekill

import (
	"go/ast"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// fixPlain sends SIGTERM, and sets a timer for the kill:
//
//	p.Kill()  →  p.Signal(syscall.SIGTERM)
//	             time.AfterFunc(10*time.Second, func() { _ = p.Kill() })
//
// An os.Process that has been waited for is not killed any more, whatever has its number then. Not where the
// package has files for Windows, which knows no SIGTERM: the kill would come ten seconds late there.
func fixPlain(p *check.Pass, k *process.Kill) *edit.Fix {
	call := k.Cur.Node().(*ast.CallExpr)
	stmt := unconditional(k.Cur)
	if stmt == nil || !callmatch.IsType(p.TypesInfo.TypeOf(k.Pid), "os.Process") || forWindows(p) {
		return nil
	}
	e := p.Edit(call.Pos())
	name := p.Source(k.Pid)
	if !steady(p, k.Cur, k.Pid) {
		name = make(edit.NewNames).Fresh(p.Pass, k.Cur, "proc")
		e.Before(stmt, name+" := "+p.Source(k.Pid))
	}
	ask := name + ".Signal(" + e.Import(call.Pos(), "syscall", "syscall") + ".SIGTERM)"
	kill := e.Import(call.Pos(), "time", "time") + ".AfterFunc(" + process.TenSeconds(p, e, call.Pos()) + ", func() { _ = " + name + ".Kill() })"
	if _, returns := stmt.(*ast.ReturnStmt); returns {
		failed := make(edit.NewNames).Fresh(p.Pass, k.Cur, "err")
		e.Before(stmt, failed+" := "+ask, kill)
		e.Replace(call.Pos(), call.End(), failed)
	} else {
		e.Replace(call.Pos(), call.End(), ask)
		e.After(stmt, kill)
	}
	return e.Fix("Send SIGTERM, and kill the process 10 s later", "the process has 10 s to exit before it is killed")
}

// unconditional returns the statement of a list that makes a call whenever it is run, nil where there is none.
func unconditional(cur inspector.Cursor) ast.Stmt {
	at, ok := astindex.Statement(cur)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.BinaryExpr)(nil), (*ast.IfStmt)(nil)) {
		test, isIf := c.Node().(*ast.IfStmt)
		if c.Node().Pos() >= at.Node().Pos() && (!isIf || test.Init == nil || cur.Node().Pos() > test.Init.End()) {
			return nil
		}
	}
	switch stmt := at.Node().(type) {
	case *ast.ExprStmt, *ast.AssignStmt, *ast.ReturnStmt, *ast.IfStmt:
		return stmt.(ast.Stmt)
	}
	return nil
}

// steady reports whether an expression names the same process ten seconds later: a local variable with one
// value, or the Process of such a command.
func steady(p *check.Pass, cur inspector.Cursor, expr ast.Expr) bool {
	if sel, ok := ast.Unparen(expr).(*ast.SelectorExpr); ok && callmatch.IsType(p.TypesInfo.TypeOf(sel.X), "os/exec.Cmd") {
		expr = sel.X
	}
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := p.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok || v.IsField() || v.Parent() == p.Pkg.Scope() {
		return false
	}
	decl := astindex.DeclAround(cur)
	return decl != nil && (v.Kind() == types.ParamVar || localvar.Assigned(p.TypesInfo, decl, v) != nil)
}

// forWindows reports whether the package has files that only Windows builds.
func forWindows(p *check.Pass) bool {
	return slices.ContainsFunc(p.IgnoredFiles, func(name string) bool { return strings.HasSuffix(filepath.Base(name), "_windows.go") })
}
