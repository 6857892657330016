package receiveloop

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// fixDeaf closes the connection when the context ends, where a statement of the function is the loop, and both
// have names there:
//
//	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
func fixDeaf(p *check.Pass, cur inspector.Cursor, conn, stop ssa.Value) *edit.Fix {
	done, ok := stop.(*ssa.Call)
	if !ok || !done.Call.IsInvoke() || !ssaflow.IsContext(done.Call.Value.Type()) {
		return nil
	}
	fn, ok := astindex.FuncAround(cur)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		loop := c.Node().(ast.Stmt)
		ctx, subject := ssaflow.Name(done.Call.Value), ssaflow.Name(conn)
		if !slices.Contains(astindex.FuncBody(fn.Node()).List, loop) {
			continue
		}
		if !inScope(p, loop, ctx, done.Call.Value.Type()) || !inScope(p, loop, subject, conn.Type()) {
			return nil
		}
		e := p.Edit(loop.Pos())
		e.Before(loop, "defer "+e.Import(loop.Pos(), "context", "context")+".AfterFunc("+ctx+", func() { _ = "+subject+".Close() })()")
		return e.Fix("Close "+subject+" when "+ctx+" is done", "a read in progress fails then")
	}
	return nil
}

// inScope reports whether a name means a variable of the type at a statement.
func inScope(p *check.Pass, at ast.Stmt, name string, t types.Type) bool {
	if name == "" {
		return false
	}
	_, obj := p.Pkg.Scope().Innermost(at.Pos()).LookupParent(name, at.Pos())
	v, ok := obj.(*types.Var)
	return ok && types.Identical(v.Type(), t)
}
