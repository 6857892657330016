package cancelledctxcleanup

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxend"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxflow"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/intent"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// failedWith returns the call whose failure the one at cur undoes, with the same context: its end may be
// what the failure is about.
//
//	if err := step.Do(ctx, order); err != nil {
//		s.rollback(ctx, order)
//		return err
//	}
func failedWith(p *check.Pass, cur inspector.Cursor, fn *types.Func) *ast.CallExpr {
	call := cur.Node().(*ast.CallExpr)
	paths := pathsOf(p, cur)
	if len(paths) == 0 || unlocks(p, fn) || !ctxflow.Reaches(p, fn, 3) && !ctxflow.Refuses(p, fn, 3) {
		return nil
	}
	if failed := outcomeOf(p, cur, fn, paths); failed != nil {
		return failed
	}
	if !catalog.Compensates(fn.Name()) && !removes(p, cur, fn) && !recordsFailure(p, call, fn) && !restates(p, cur, fn) {
		return nil
	}
	for c := range cur.Enclosing((*ast.IfStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		stmt, ok := c.Node().(*ast.IfStmt)
		if !ok {
			return failedBefore(p, cur, c)
		}
		if callmatch.TestedError(p.TypesInfo, stmt.Cond) == nil || call.Pos() < stmt.Body.Pos() || call.Pos() > stmt.Body.End() {
			continue
		}
		if failed := failing(p, c, paths); failed != nil {
			return failed
		}
	}
	return nil
}

// unlocks reports whether a function of the package releases a lock of the process that it has not acquired, as
// its last statement: what it asks its context for before that takes nothing back.
func unlocks(p *check.Pass, fn *types.Func) bool {
	decl := astindex.Of(p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil || len(decl.Body.List) == 0 {
		return false
	}
	releases, acquires := false, false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		lock, known := catalog.Locks[callmatch.CalleeName(p.TypesInfo, call)]
		acquires = acquires || known && lock.Acquire
		releases = releases || known && !lock.Acquire && call.Pos() == decl.Body.List[len(decl.Body.List)-1].Pos()
		return true
	})
	return releases && !acquires
}

// pathsOf returns the paths of the context that the call at cur is passed, and of those it ends with: a
// timeout that is set for the cleanup alone does not keep it from ending with its parent.
func pathsOf(p *check.Pass, cur inspector.Cursor) (list []string) {
	for _, ctx := range ctxend.Ancestry(p, astindex.DeclAround(cur), cur.Node().(*ast.CallExpr).Args[0]) {
		if path := ctxend.Path(p.TypesInfo, ctx); path != "" {
			list = append(list, path)
		}
	}
	return list
}

// recordsFailure reports whether a call stores that something has failed, or is to be tried again, by its
// name, or by a constant that it is passed:
//
//	s.store.MarkFailed(ctx, job.ID)
//	s.store.SetStatus(ctx, job.ID, "retry")
func recordsFailure(p *check.Pass, call *ast.CallExpr, fn *types.Func) bool {
	if !catalog.Records(fn.Name()) {
		return false
	}
	return catalog.SaysFailed(fn.Name()) || slices.ContainsFunc(call.Args[1:], func(arg ast.Expr) bool { return saysFailed(p, arg) })
}

// saysFailed reports whether an expression is a constant whose value, or name, says that something has failed.
func saysFailed(p *check.Pass, expr ast.Expr) bool {
	value := p.TypesInfo.Types[expr].Value
	if value == nil {
		return false
	}
	name := types.ExprString(expr)
	if value.Kind() == constant.String {
		name = constant.StringVal(value)
	}
	return catalog.SaysFailed(name)
}

// failing returns the call that gave the error which an if statement tests, if it was passed the context:
// in its initialization, or in a statement before it.
func failing(p *check.Pass, cur inspector.Cursor, paths []string) *ast.CallExpr {
	stmt := cur.Node().(*ast.IfStmt)
	tested, ok := callmatch.TestedError(p.TypesInfo, stmt.Cond).(*ast.Ident)
	if !ok {
		return nil
	}
	assign := assigning(p, stmt.Init, tested)
	for before, ok := cur.PrevSibling(); ok && assign == nil && stmt.Init == nil; before, ok = before.PrevSibling() {
		assign = assigning(p, before.Node(), tested)
	}
	if assign == nil || len(assign.Rhs) != 1 {
		return nil
	}
	call, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
	if !ok || len(call.Args) == 0 || !slices.Contains(paths, ctxend.Path(p.TypesInfo, call.Args[0])) || ctxflow.MakesContext(p, call) {
		return nil
	}
	return call
}

// assigning returns n if it is an assignment to a variable.
func assigning(p *check.Pass, n ast.Node, id *ast.Ident) *ast.AssignStmt {
	assign, ok := n.(*ast.AssignStmt)
	if !ok || !slices.ContainsFunc(assign.Lhs, func(lhs ast.Expr) bool {
		to, ok := lhs.(*ast.Ident)
		return ok && p.TypesInfo.ObjectOf(to) == p.TypesInfo.ObjectOf(id)
	}) {
		return nil
	}
	return assign
}

func reportFailed(p *check.Pass, cur inspector.Cursor, failed *ast.CallExpr) {
	call := cur.Node().(*ast.CallExpr)
	if pos, ok := intent.Wanted(p, cur); ok {
		p.Safe(call.Args[0], p.Source(call.Args[0]), verdict.Wanted, pos)
		return
	}
	doubts := []check.Doubt{check.Doubting(verdict.OtherCause, failed.Pos())}
	if decl, ok := astindex.DeclAround(cur).(*ast.FuncDecl); ok && catalog.Compensates(decl.Name.Name) {
		doubts = append(doubts, check.Doubting(verdict.CallerDecides, decl.Pos()))
	}
	p.Report(check.Finding{
		At: call.Args[0],
		Message: fmt.Sprintf("what was done stays half done: %[1]s is passed %[2]s, whose end may be why %[3]s has failed (%[4]s)",
			p.Name(call.Fun), p.Source(call.Args[0]), p.Name(failed.Fun), p.Where(failed.Pos(), call.Pos())),
		Trace:  []check.Hop{{Pos: failed.Pos(), Message: "fails when the context ends"}},
		Doubts: doubts,
		Fix:    fixCleanup(p, cur),
	})
}
