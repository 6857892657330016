package stopneversignalled

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/deadwait"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/exitstmt"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopfix"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// fixNeverSignalled sends the signal that the goroutine waits for: in the method that stops
// the owner of the field, once, if there is one; else at the shutdown of the process. If
// neither can be written, the loop gets another exit.
func fixNeverSignalled(p *check.Pass, g deadwait.Goroutine, w ssaflow.Wait, at inspector.Cursor) *edit.Fix {
	if sel, field := channelField(p, w, at); field != nil && len(w.Source.Raises) == 0 && !deadwait.IsQueue(w.Source) {
		if fix := closeInStop(p, sel, field); fix != nil {
			return fix
		}
		if fix := closeOnShutdown(p, g, sel, field); fix != nil {
			return fix
		}
	}
	if fix := cancelInStop(p, w); fix != nil {
		return fix
	}
	scoped := w.Source.Context == nil
	for c := range at.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch n := c.Node().(type) {
		case *ast.ForStmt:
			return stopfix.EndLoop(p, c, scoped)
		case *ast.RangeStmt:
			if n.X == at.Node() {
				return stopfix.FixTickerRange(p, c, n, p.Source(n.X))
			}
			return stopfix.EndLoop(p, c, scoped)
		}
		break
	}
	return waitForContext(p, at, scoped)
}

// channelField returns the selector of the channel when it is a field.
func channelField(p *check.Pass, w ssaflow.Wait, at inspector.Cursor) (*ast.SelectorExpr, *types.Var) {
	if w.Source.Channel == nil || w.Source.Context != nil {
		return nil, nil
	}
	sel, ok := ast.Unparen(subject(at.Node())).(*ast.SelectorExpr)
	if !ok {
		return nil, nil
	}
	return sel, callmatch.Field(p.TypesInfo, sel)
}

// closeOnShutdown closes the channel in a hook that is registered after the go statement:
//
//	go m.loop()
//	lifecycle.OnShutdown(lifecycle.Func(func() { close(m.stop) }))
func closeOnShutdown(p *check.Pass, g deadwait.Goroutine, sel *ast.SelectorExpr, field *types.Var) *edit.Fix {
	stmt, ok := startNode(p, g.Start).(*ast.GoStmt)
	if !ok || p.Fset.File(stmt.Pos()) != p.Fset.File(sel.Pos()) {
		return nil
	}
	owner := ownerAt(p, stmt, sel)
	e := p.Edit(sel.Pos())
	if owner == "" {
		return nil
	}
	behind := behindLoops(p, stmt, owner)
	if behind == nil {
		return nil
	}
	lc := e.Import(stmt.Pos(), p.Lifecycle(), "lifecycle")
	ch := owner + "." + field.Name()
	e.After(behind, lc+".OnShutdown("+lc+".Func(func() { close("+ch+") }), "+lc+".InPhase("+lc+".PhaseWorkers))")
	return e.Fix("Close "+ch+" when the process shuts down", "")
}

// behindLoops returns the statement after which a hook for owner is registered once: stmt,
// or the outermost loop around it that does not make the owner anew in each iteration. It
// is nil if nothing follows that loop.
func behindLoops(p *check.Pass, stmt *ast.GoStmt, owner string) ast.Stmt {
	cur, ok := ssainstr.CursorAt(p, stmt.Pos())
	if !ok {
		return nil
	}
	root, _, _ := strings.Cut(owner, ".")
	_, v := p.Pkg.Scope().Innermost(stmt.Pos()).LookupParent(root, stmt.Pos())
	var behind ast.Stmt = stmt
	for _, loop := range syntax.LoopsAround(cur) {
		if v != nil && v.Pos() >= loop.Node().Pos() && v.Pos() < loop.Node().End() {
			break
		}
		if f, ok := loop.Node().(*ast.ForStmt); ok && f.Cond == nil {
			return nil
		}
		behind = loop.Node().(ast.Stmt)
	}
	return behind
}

// ownerAt returns the expression by which the code around the go statement knows
// the value that holds the field: the receiver of the method it starts, or the
// same variable, captured.
func ownerAt(p *check.Pass, stmt *ast.GoStmt, sel *ast.SelectorExpr) string {
	base, ok := ast.Unparen(sel.X).(*ast.Ident)
	if !ok {
		return ""
	}
	v, ok := p.TypesInfo.Uses[base].(*types.Var)
	if !ok {
		return ""
	}
	if syntax.Within(stmt, sel.Pos()) && v.Pos() < stmt.Pos() {
		return base.Name
	}
	method, ok := ast.Unparen(stmt.Call.Fun).(*ast.SelectorExpr)
	fn := callmatch.Func(p.TypesInfo, stmt.Call.Fun)
	if !ok || fn == nil || fn.Signature().Recv() == nil || fn.Origin().Signature().Recv() != v.Origin() {
		return ""
	}
	if _, ok := ast.Unparen(method.X).(*ast.Ident); !ok || p.TypesInfo.Selections[method] == nil {
		return ""
	}
	return p.Source(method.X)
}

// waitForContext lets a bare receive end with the context, too:
//
//	<-stop  →  select { case <-stop: case <-ctx.Done(): }
func waitForContext(p *check.Pass, at inspector.Cursor, scoped bool) *edit.Fix {
	stmt, ok := at.Parent().Node().(*ast.ExprStmt)
	if !ok {
		return nil
	}
	if _, ok := at.Parent().Parent().Node().(*ast.CommClause); ok {
		return nil
	}
	e := p.Edit(stmt.Pos())
	ctx, changes := stopfix.EndingContext(p, e, at, stmt.Pos(), scoped)
	indent := e.Indent(stmt.Pos())
	e.Replace(stmt.Pos(), stmt.End(), exitstmt.Lines(indent, "select {", "case "+p.Source(stmt)+":", "case <-"+ctx+".Done():", "}"))
	return e.Fix("Wait for "+ctx+".Done() too", changes)
}
