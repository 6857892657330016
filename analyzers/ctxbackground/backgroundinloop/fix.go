package backgroundinloop

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/fixes"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixLoop uses the context in scope that ends with the goroutine, and else the
// process's.
func fixLoop(p *check.Pass, cur, work inspector.Cursor) *edit.Fix {
	const changes = "an iteration in progress is canceled with the context"
	root := cur.Node().(*ast.CallExpr)
	e := p.Edit(root.Pos())
	ctx := fixes.EndingContext(p, cur)
	if ctx == "" {
		if !fixes.KeepsContext(p, cur) && !fixes.DropsContext(e, root) {
			return nil
		}
		ctx = e.Import(root.Pos(), p.Lifecycle(), "lifecycle") + ".Context()"
	}
	if !leaveFirst(p, e, work, ctx) {
		return nil
	}
	fixes.PutInPlace(p, e, cur, ctx)
	return e.Fix("Use "+ctx, changes)
}

// leaveFirst makes a loop check ctx at the beginning of an iteration, where work that fails
// continues with the next iteration before the loop checks: it would fail in a tight loop
// when the context has ended.
//
//	if err := work(ctx); err != nil {
//		continue
//	}
//	select {
//	case <-ctx.Done():
//
// It reports whether that could be done.
func leaveFirst(p *check.Pass, e *edit.Builder, work inspector.Cursor, ctx string) bool {
	fn, ok := astindex.FuncAround(work)
	if !ok {
		return false
	}
	for c := range work.Enclosing((*ast.ForStmt)(nil)) {
		loop := c.Node().(*ast.ForStmt)
		if loop.Pos() < fn.Node().Pos() {
			break
		}
		if !goesRound(p, loop.Body.List, work.Node().Pos()) {
			continue
		}
		if signature(p, fn.Node()).Results().Len() > 0 {
			return false
		}
		e.Before(loop.Body.List[0], "if "+ctx+".Err() != nil {", "\treturn", "}")
		break
	}
	return true
}

// signature returns that of a declaration or a literal.
func signature(p *check.Pass, fn ast.Node) *types.Signature {
	if decl, ok := fn.(*ast.FuncDecl); ok {
		return p.TypesInfo.Defs[decl.Name].(*types.Func).Signature()
	}
	return p.TypesInfo.TypeOf(fn.(*ast.FuncLit)).Underlying().(*types.Signature)
}

// goesRound reports whether the statements of a loop continue with the next iteration, at
// or after pos, before they check whether a context has ended, and check it later.
func goesRound(p *check.Pass, list []ast.Stmt, pos token.Pos) bool {
	goes := false
	for _, stmt := range list {
		if asksContext(p, stmt) {
			return goes
		}
		goes = goes || stmt.End() > pos && continues(stmt)
	}
	return false
}

func asksContext(p *check.Pass, stmt ast.Stmt) bool {
	asks := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			name := callmatch.CalleeName(p.TypesInfo, call)
			asks = asks || name == "(context.Context).Done" || name == "(context.Context).Err"
		}
		return !asks
	})
	return asks
}

// continues reports whether stmt has a continue of the loop around it.
func continues(stmt ast.Stmt) bool {
	found := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.FuncLit:
			return false
		case *ast.BranchStmt:
			found = found || n.Tok == token.CONTINUE
		}
		return !found
	})
	return found
}
