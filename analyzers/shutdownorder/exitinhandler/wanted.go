package exitinhandler

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// wanted reports whether the process is meant to end: the handler's name or a comment in the function says so, or nothing
// has failed, where what a client sends does not decide.
func wanted(p *check.Pass, stmt inspector.Cursor, call *ast.CallExpr, e *entry) bool {
	for c := range stmt.Enclosing((*ast.FuncDecl)(nil)) {
		decl := c.Node().(*ast.FuncDecl)
		if catalog.ForEnding(decl.Name.Name) || p.SaysBetween(decl.Body.Pos(), call.Pos(), "fatal error", "is fatal", "are fatal") {
			return true
		}
	}
	decided := e.kind != catalog.Request && !onError(p, stmt)
	return decided || catalog.ForEnding(e.name(p)) || exitsWithSuccess(p, call) || stopsBefore(p, stmt) || endsElsewhere(p, e)
}

// onError reports whether a statement runs because of an error.
func onError(p *check.Pass, stmt inspector.Cursor) bool {
	for c := range stmt.Enclosing((*ast.IfStmt)(nil)) {
		if callmatch.TestedError(p.TypesInfo, c.Node().(*ast.IfStmt).Cond) != nil {
			return true
		}
	}
	return false
}

// exitsWithSuccess reports whether a call exits with status 0.
func exitsWithSuccess(p *check.Pass, call *ast.CallExpr) bool {
	if len(call.Args) != 1 {
		return false
	}
	tv := p.TypesInfo.Types[call.Args[0]]
	return tv.Value != nil && tv.Value.ExactString() == "0"
}

// endsElsewhere reports whether a handler of messages or a job ends the process with status 0 in
// another place: the program ends when its work is done.
func endsElsewhere(p *check.Pass, e *entry) bool {
	if e.kind == catalog.Request {
		return false
	}
	for c := range e.fn.Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		if callmatch.CalleeName(p.TypesInfo, call) == "os.Exit" && exitsWithSuccess(p, call) {
			return true
		}
	}
	return false
}

// stopsBefore reports whether the statements before an exit shut a server down.
func stopsBefore(p *check.Pass, stmt inspector.Cursor) bool {
	for prev, ok := stmt.PrevSibling(); ok; prev, ok = prev.PrevSibling() {
		for c := range prev.Preorder((*ast.CallExpr)(nil)) {
			name := callmatch.CalleeName(p.TypesInfo, c.Node().(*ast.CallExpr))
			if _, stops := catalog.ServerStops[name]; stops {
				return true
			}
		}
	}
	return false
}
