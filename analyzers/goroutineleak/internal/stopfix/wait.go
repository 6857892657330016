package stopfix

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/exitstmt"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
)

// rangeOver gives an endless loop that begins each iteration with a receive the form of one
// over the channel, which ends with ctx:
//
//	for {               →  for job := range lifecycle.Recv(ctx, q.jobs) {
//		job := <-q.jobs
//
// It returns nil where something else is on the lines of the receive, and where more
// than the end of a function without results follows the loop.
func rangeOver(p *check.Pass, e *edit.Builder, cur inspector.Cursor, ctx, changes string) *edit.Fix {
	loop, ok := cur.Node().(*ast.ForStmt)
	if !ok || loop.Init != nil || loop.Cond != nil || loop.Post != nil || len(loop.Body.List) == 0 ||
		p.PlainUntil(ctx) || !goversion.AtLeast(p.Version(loop.Pos()), "go1.23") || !endsFunc(cur) {
		return nil
	}
	first := loop.Body.List[0]
	channel := syntax.Received(first)
	_, uses := first.(*ast.AssignStmt)
	if channel == nil || !IsPath(channel) && !(uses && isStream(p, channel)) || e.SameLine(loop.Body.Lbrace, first.Pos()) || commented(cur, first, e) {
		return nil
	}
	head := "for "
	if assign, ok := first.(*ast.AssignStmt); ok {
		name, isName := assign.Lhs[0].(*ast.Ident)
		if !isName || len(assign.Lhs) > 1 || assign.Tok != token.DEFINE {
			return nil
		}
		head += name.Name + " := "
	}
	seq := e.Import(loop.Pos(), p.Lifecycle(), "lifecycle") + ".Recv(" + ctx + ", " + p.Source(channel) + ")"
	e.Replace(loop.For, loop.Body.Lbrace+1, head+"range "+seq+" {")
	e.DeleteLines(first)
	return e.Fix("Range over "+seq+", which ends with the context", changes)
}

// endsFunc reports whether a statement is the last of a function without results.
func endsFunc(cur inspector.Cursor) bool {
	body, ok := cur.Parent().Node().(*ast.BlockStmt)
	return ok && body.List[len(body.List)-1] == cur.Node() && plainReturn(cur.Parent().Parent().Node())
}

// IsPath reports whether expr is a variable or a field of one, which is the same
// each time it is looked at, more or less.
func IsPath(expr ast.Expr) bool {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return IsPath(expr.X)
	}
	return false
}

// isStream reports whether a channel comes from a method without arguments that returns
// where to receive from: the same each time, too, where what is received counts.
func isStream(p *check.Pass, channel ast.Expr) bool {
	call, ok := ast.Unparen(channel).(*ast.CallExpr)
	if !ok || len(call.Args) > 0 {
		return false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !IsPath(sel.X) || p.TypesInfo.Selections[sel] == nil {
		return false
	}
	ch, ok := p.TypesInfo.TypeOf(channel).Underlying().(*types.Chan)
	return ok && ch.Dir() == types.RecvOnly
}

// commented reports whether a comment is on the lines of stmt.
func commented(cur inspector.Cursor, stmt ast.Stmt, e *edit.Builder) bool {
	for file := range cur.Enclosing((*ast.File)(nil)) {
		for _, group := range file.Node().(*ast.File).Comments {
			if stmt.Pos() < group.Pos() && (group.Pos() < stmt.End() || e.SameLine(group.Pos(), stmt.End())) {
				return true
			}
		}
	}
	return false
}

// EndWait lets a statement that only waits, in a sleep or a receive, end with ctx.
func EndWait(p *check.Pass, e *edit.Builder, cur inspector.Cursor, stmt *ast.ExprStmt, ctx, leave, changes string) *edit.Fix {
	indent := e.Indent(stmt.Pos())
	if d := sleepFor(p, cur, stmt); d != nil && !p.PlainUntil(ctx) {
		pause := e.Import(stmt.Pos(), p.Lifecycle(), "lifecycle") + ".Sleep(" + ctx + ", " + p.Source(d) + ")"
		e.Replace(stmt.Pos(), stmt.End(), exitstmt.Lines(indent, "if "+pause+" != nil {", "\t"+leave, "}"))
		return e.Fix("Pause with "+pause+", and return when the context is done", changes)
	}
	wait := waitOf(p, stmt)
	if wait == "" {
		return nil
	}
	e.Replace(stmt.Pos(), stmt.End(), exitstmt.Lines(indent, "select {", "case <-"+ctx+".Done():", "\t"+leave, "case "+wait+":", "}"))
	return e.Fix("Wait for "+ctx+".Done() too", changes)
}

// sleepFor returns the duration of a statement that only sleeps, if the file
// needs the package of the sleep without all sleeps.
func sleepFor(p *check.Pass, cur inspector.Cursor, stmt *ast.ExprStmt) ast.Expr {
	call, ok := ast.Unparen(stmt.X).(*ast.CallExpr)
	if !ok || !catalog.Sleeps[callmatch.CalleeName(p.TypesInfo, call)] {
		return nil
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	for file := range cur.Enclosing((*ast.File)(nil)) {
		if ok && edit.KeepsImport(p.TypesInfo, file.Node().(*ast.File), sel, func(s *ast.SelectorExpr) bool { return s.Sel.Name == "Sleep" }) {
			return call.Args[0]
		}
	}
	return nil
}
