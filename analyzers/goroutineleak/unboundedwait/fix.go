package unboundedwait

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/exitstmt"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/obligation"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixUnboundedWait gives the wait the limit of the context, else ten seconds.
//
//	c.wg.Wait()  →  _ = lifecycle.Wait(ctx, &c.wg)
//	<-c.done     →  select { case <-c.done: case <-ctx.Done(): }
//
// If what follows releases what the goroutines use, a timeout returns from the function.
func fixUnboundedWait(p *check.Pass, cur inspector.Cursor, stmt *ast.ExprStmt, ctx string) *edit.Fix {
	leave, ok := givenUp(p, cur)
	if !ok {
		return nil
	}
	e := p.Edit(stmt.Pos())
	changes, limit := "", ctx
	if ctx == "" {
		limit = cmp.Or(e.Limit(stmt.Pos(), "shutdown"), "10s")
		changes = "the wait times out after " + limit
	}
	if leave.Text != "" {
		changes = strings.TrimPrefix(changes+", and what follows it is skipped", ", and ")
	}
	if u, ok := ast.Unparen(stmt.X).(*ast.UnaryExpr); ok {
		selectWithLimit(p, e, stmt, ctx, leave)
		return e.Fix("Wait for "+p.Source(u.X)+" no longer than "+limit, changes)
	}
	wait := waitWithLimit(p, e, stmt, ctx)
	if next, ok := cur.NextSibling(); ok && ctx != "" && returnsNil(p, next.Node()) {
		e.Replace(stmt.Pos(), next.Node().End(), "return "+wait)
	} else {
		e.Replace(stmt.Pos(), stmt.End(), leave.Unless(e.Indent(stmt.Pos()), wait))
	}
	return e.Fix("Wait with "+wait+", no longer than "+limit, changes)
}

// selectWithLimit makes a select of a receive.
func selectWithLimit(p *check.Pass, e *edit.Builder, stmt *ast.ExprStmt, ctx string, leave exitstmt.Exit) {
	end, err := ctx+".Done()", ctx+".Err()"
	if ctx == "" {
		limit := e.Limit(stmt.Pos(), "shutdown")
		time := e.Import(stmt.Pos(), "time", "time")
		end = time + ".After(" + cmp.Or(limit, "10 * "+time+".Second") + ")"
		if strings.Contains(leave.Text, exitstmt.AnError) {
			err = e.Import(stmt.Pos(), "context", "context") + ".DeadlineExceeded"
		}
	}
	indent := e.Indent(stmt.Pos())
	e.Replace(stmt.Pos(), stmt.End(), exitstmt.Block(indent, exitstmt.Lines(indent, "select {", "case "+p.Source(stmt)+":", "case <-"+end+":"), leave.Body(err), "}"))
}

// waitWithLimit returns the call that waits for a group no longer than the context, or
// ten seconds.
func waitWithLimit(p *check.Pass, e *edit.Builder, stmt *ast.ExprStmt, ctx string) string {
	lc := e.Import(stmt.Pos(), p.Lifecycle(), "lifecycle")
	group := waitgroup.Receiver(stmt.X.(*ast.CallExpr))
	x := p.Source(group)
	if ctx == "" {
		return fmt.Sprintf("%s.Within(%s, %s.Wait)", lc, e.Seconds(stmt.Pos(), "shutdown"), x)
	}
	if _, pointer := p.TypesInfo.TypeOf(group).Underlying().(*types.Pointer); !pointer {
		x = "&" + x
	}
	return fmt.Sprintf("%s.Wait(%s, %s)", lc, ctx, x)
}

// givenUp returns how the function continues when the wait at cur has timed out: it returns
// if what follows closes something, for the goroutines may still use it. That is not
// possible if what it releases comes later, too.
func givenUp(p *check.Pass, cur inspector.Cursor) (exitstmt.Exit, bool) {
	stops := func(s ast.Stmt) bool { return s.Pos() > cur.Node().End() && closesMore(s) }
	if !slices.ContainsFunc(astindex.Stmts(cur.Parent().Node()), stops) {
		return exitstmt.Exit{}, true
	}
	for _, due := range obligation.Of(p, cur) {
		if !slices.ContainsFunc(catalog.StopMethods, func(name string) bool { return strings.HasSuffix(due, "."+name+"()") }) {
			return exitstmt.Exit{}, false
		}
	}
	fn, _ := syntax.Enclosing(p, cur)
	return exitstmt.Exit{Text: exitstmt.LeaveStmt(p, fn, cur.Node().Pos(), exitstmt.AnError)}, true
}

// closesMore reports whether a statement calls what is named like a method that
// ends a value's work.
func closesMore(stmt ast.Stmt) bool {
	found := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			sel, ok := call.Fun.(*ast.SelectorExpr)
			found = found || ok && slices.Contains(catalog.StopMethods, sel.Sel.Name)
		}
		return !found
	})
	return found
}

// returnsNil recognizes return nil of a function whose only result is an error.
func returnsNil(p *check.Pass, n ast.Node) bool {
	ret, ok := n.(*ast.ReturnStmt)
	return ok && len(ret.Results) == 1 && p.TypesInfo.Types[ret.Results[0]].IsNil()
}
