package ctxbackground

import (
	"go/ast"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// atTheEndOf reports whether code at cur is right not to hang on a context of the
// work around it: it runs when something ends, or a comment says why.
func atTheEndOf(p *check.Pass, cur inspector.Cursor) bool {
	for c := range cur.Enclosing() {
		switch n := c.Node().(type) {
		case *ast.DeferStmt:
			return true
		case *ast.FuncLit:
			if atTheEnd(literalName(p, c)) {
				return true
			}
		case *ast.FuncDecl:
			if atTheEnd(n.Name.Name) || check.Says(n.Doc, reasons...) || saysOwn(c, n) {
				return true
			}
		}
	}
	return commented(p, cur)
}

// saysOwn reports whether a comment in a function says, wherever it stands, that its
// work has a context of its own.
func saysOwn(cur inspector.Cursor, fn *ast.FuncDecl) bool {
	for file := range cur.Enclosing((*ast.File)(nil)) {
		return slices.ContainsFunc(file.Node().(*ast.File).Comments, func(group *ast.CommentGroup) bool {
			return group.Pos() > fn.Pos() && group.End() < fn.End() && check.Says(group, ownContext...)
		})
	}
	return false
}

// inGoroutine reports whether code at cur runs in a goroutine that the function
// around it starts, and so may outlive that function.
func inGoroutine(cur inspector.Cursor) bool {
	for range cur.Enclosing((*ast.GoStmt)(nil)) {
		return true
	}
	return false
}

// literalName returns what a function literal is known by: the field or variable
// it is assigned to, or the function it is given to.
func literalName(p *check.Pass, lit inspector.Cursor) string {
	switch parent := lit.Parent().Node().(type) {
	case *ast.CallExpr:
		if fn := callmatch.Callee(p.TypesInfo, parent); fn != nil && parent.Fun != lit.Node() {
			return fn.Name()
		}
	case *ast.KeyValueExpr:
		if key, ok := parent.Key.(*ast.Ident); ok {
			return key.Name
		}
	case *ast.AssignStmt:
		if i := slices.Index(parent.Rhs, ast.Expr(lit.Node().(*ast.FuncLit))); i >= 0 && i < len(parent.Lhs) {
			switch lhs := parent.Lhs[i].(type) {
			case *ast.Ident:
				return lhs.Name
			case *ast.SelectorExpr:
				return lhs.Sel.Name
			}
		}
	}
	return ""
}

// commented reports whether a comment on the lines of the statement at cur, or
// right above it and what it logs first, speaks of contexts and their end.
func commented(p *check.Pass, cur inspector.Cursor) bool {
	stmt, ok := statement(cur)
	if !ok {
		return false
	}
	first, last := p.Line(stmt.Node().Pos())-1, p.Line(cur.Node().End())
	if before, ok := stmt.PrevSibling(); ok && p.Line(before.Node().End()) == first {
		if log, ok := before.Node().(*ast.ExprStmt); ok {
			first = p.Line(log.Pos()) - 1
		}
	}
	if test, ok := stmt.Parent().Parent().Node().(*ast.IfStmt); ok && len(test.Body.List) > 0 && test.Body.List[0] == stmt.Node() {
		first = p.Line(test.Pos()) - 1 // the comment stands above the condition
	}
	for file := range cur.Enclosing((*ast.File)(nil)) {
		for _, group := range file.Node().(*ast.File).Comments {
			if p.Line(group.End()) >= first && p.Line(group.Pos()) <= last && check.Says(group, slices.Concat(reasons, topics)...) {
				return true
			}
		}
	}
	return false
}

// commentedAbove reports whether a comment above the statement at cur speaks of
// contexts: the author knows what becomes of it.
func commentedAbove(p *check.Pass, cur inspector.Cursor) bool {
	stmt, ok := statement(cur)
	for file := range cur.Enclosing((*ast.File)(nil)) {
		return ok && slices.ContainsFunc(file.Node().(*ast.File).Comments, func(group *ast.CommentGroup) bool {
			return p.Line(group.End()) == p.Line(stmt.Node().Pos())-1 && check.Says(group, slices.Concat(reasons, topics)...)
		})
	}
	return false
}

// Reasons for letting go of a context: the first in documentation or right beside the
// code, the second wherever they stand, the third right beside the code alone.
var (
	reasons = []string{
		"background", "detach", "detached", "detaches", "outlive", "outlives", "survive", "survives", "async",
		"asynchronously", "fire and forget", "best effort", "must finish", "must complete", "even if", "even when",
		"regardless", "independent", "independently", "disconnect", "disconnects", "disconnected", "contextcheck",
	}
	ownContext = []string{
		"background context", "background ctx", "detached context", "detached ctx", "separate context", "fresh context", "new context",
		"independent context", "its own context", "own ctx",
	}
	topics = []string{
		"context", "contexts", "ctx", "cancel", "cancels", "canceled", "cancelled", "canceling", "cancellation",
		"shutdown", "shutting down",
	}
)
