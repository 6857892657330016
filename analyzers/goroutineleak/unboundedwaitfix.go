package goroutineleak

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixUnboundedWait gives the wait the limit of the context, else ten seconds.
//
//	c.wg.Wait()  →  _ = lifecycle.Wait(ctx, &c.wg)
//	<-c.done     →  select { case <-c.done: case <-ctx.Done(): }
func fixUnboundedWait(p *check.Pass, cur inspector.Cursor, stmt *ast.ExprStmt, ctx string) *edit.Fix {
	e := p.Edit(stmt.Pos())
	indent := e.Indent(stmt.Pos())
	text, changes := p.Source(stmt), ""
	if ctx == "" {
		changes = "the wait is given up after 10s"
	}
	if u, ok := ast.Unparen(stmt.X).(*ast.UnaryExpr); ok {
		end := ctx + ".Done()"
		if ctx == "" {
			end = e.Import(stmt.Pos(), "time", "time") + ".After(10 * " + e.Import(stmt.Pos(), "time", "time") + ".Second)"
		}
		e.Replace(stmt.Pos(), stmt.End(), lines(indent, "select {", "case "+text+":", "case <-"+end+":", "}"))
		return e.Fix("Wait for "+p.Source(u.X)+" no longer than "+orLimit(ctx, "10s"), changes)
	}
	lc := e.Import(stmt.Pos(), p.Lifecycle(), "lifecycle")
	group := receiver(stmt.X.(*ast.CallExpr))
	x := p.Source(group)
	if ctx == "" {
		e.Replace(stmt.Pos(), stmt.End(), fmt.Sprintf("_ = %s.Within(10*%s.Second, %s.Wait)", lc, e.Import(stmt.Pos(), "time", "time"), x))
		return e.Fix("Wait for "+x+" no longer than 10s", changes)
	}
	if _, pointer := p.TypesInfo.TypeOf(group).Underlying().(*types.Pointer); !pointer {
		x = "&" + x
	}
	wait := fmt.Sprintf("%s.Wait(%s, %s)", lc, ctx, x)
	if next, ok := cur.NextSibling(); ok && returnsNil(p, next.Node()) {
		e.Replace(stmt.Pos(), next.Node().End(), "return "+wait)
	} else {
		e.Replace(stmt.Pos(), stmt.End(), "_ = "+wait)
	}
	return e.Fix("Wait with "+wait+", no longer than the context", changes)
}

// returnsNil recognizes return nil of a function whose only result is an error.
func returnsNil(p *check.Pass, n ast.Node) bool {
	ret, ok := n.(*ast.ReturnStmt)
	return ok && len(ret.Results) == 1 && p.TypesInfo.Types[ret.Results[0]].IsNil()
}

func orLimit(ctx, limit string) string {
	if ctx == "" {
		return limit
	}
	return ctx
}
