// Package deferinloop is the check resourceleak/defer-in-loop: what each pass of a loop opens is
// closed when the function returns.
package deferinloop

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/cfg"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/paths"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed deferinloop.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of resourceleak.
var Check = &check.Check{
	Slug:       "defer-in-loop",
	Title:      "what each pass of a loop opens is closed when the function returns",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	for _, path := range paths {
//		f, err := os.Open(path)
//		…
//		defer f.Close()
//	}
//
// and the same for the lock of an object that each pass finds. Safe when the loop is left after the
// defer, has a small constant number of passes, or does nothing but lock.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.DeferStmt)(nil)) {
		stmt := cur.Node().(*ast.DeferStmt)
		loop, fn := around(cur)
		if loop == nil || fn == nil || p.Quiet(stmt.Pos()) {
			continue
		}
		call := closing(p, stmt, loop)
		if call == nil {
			continue
		}
		if bounded(p.TypesInfo, fn, loop) || !again(p, fn, stmt) {
			p.Safe(stmt, p.Source(call.Fun), verdict.Limited, loop.Pos())
			continue
		}
		if at := drained(p, call, loop); at.IsValid() {
			p.Safe(stmt, p.Source(call.Fun), verdict.Ended, at)
			continue
		}
		message := "%s runs when the function returns: what each pass of the loop at %s opens stays open until then"
		if unlocks(p.TypesInfo, call) {
			if at := locksAll(p.TypesInfo, call, loop, stmt); at.IsValid() {
				p.Safe(stmt, p.Source(call.Fun), verdict.Handled, at)
				continue
			}
			message = "%s runs when the function returns: what a pass of the loop at %s locks stays locked until then, and a second pass over the same lock deadlocks"
		}
		p.Report(check.Finding{
			At:      stmt,
			Message: fmt.Sprintf(message, p.Source(call.Fun), p.Where(loop.Pos(), stmt.Pos())),
			Doubts:  doubtsOf(p, cur, call, loop, fn),
			Fix:     fix(p, loop, stmt),
		})
	}
}

// around returns the innermost loop around a statement, and the function that they are in.
func around(cur inspector.Cursor) (loop ast.Stmt, fn ast.Node) {
	for c := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		switch n := c.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if loop == nil {
				loop = n.(ast.Stmt)
			}
		default:
			return loop, n
		}
	}
	return loop, nil
}

// closing returns the deferred call, or that in a deferred literal, that closes what is declared
// in the loop.
func closing(p *check.Pass, stmt *ast.DeferStmt, loop ast.Stmt) (found *ast.CallExpr) {
	calls := []*ast.CallExpr{stmt.Call}
	if lit, ok := stmt.Call.Fun.(*ast.FuncLit); ok {
		ast.Inspect(lit.Body, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				calls = append(calls, call)
			}
			return true
		})
	}
	for _, call := range calls {
		v := closed(p.TypesInfo, call)
		if v != nil && loop.Pos() <= v.Pos() && v.Pos() < stmt.Pos() && !closedToo(p.TypesInfo, v, loop, stmt) {
			return call
		}
	}
	return nil
}

// closedToo reports whether the pass closes the variable itself, beside the deferred call.
func closedToo(info *types.Info, v *types.Var, loop ast.Stmt, stmt *ast.DeferStmt) bool {
	found := false
	ast.Inspect(loop, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && call.Pos() > stmt.End() {
			found = found || closed(info, call) == v
		}
		return !found
	})
	return found
}

// given returns the first argument of a function that closes it, by its name.
//
//	defer closeQuietly(f)
func given(info *types.Info, call *ast.CallExpr) *types.Var {
	fn := callmatch.Callee(info, call)
	if fn == nil || len(call.Args) != 1 || !catalog.EndsByName(fn.Name()) && catalog.Words(fn.Name())[0] != "clean" {
		return nil
	}
	return variable(info, call.Args[0])
}

// closed returns the variable that what a call closes begins with, nil if it closes nothing.
func closed(info *types.Info, call *ast.CallExpr) *types.Var {
	if v := given(info, call); v != nil {
		return v
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		v := variable(info, call.Fun)
		if v != nil && callmatch.TypeName(v.Type()) == "context.CancelFunc" {
			return v
		}
		return nil
	}
	if name := sel.Sel.Name; !catalog.EndsByName(name) && name != "Rollback" && !unlocks(info, call) {
		return nil
	}
	x := ast.Unparen(sel.X)
	for {
		inner, ok := x.(*ast.SelectorExpr)
		if !ok {
			return variable(info, x)
		}
		x = ast.Unparen(inner.X)
	}
}

func variable(info *types.Info, expr ast.Expr) *types.Var {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := info.Uses[id].(*types.Var)
	return v
}

// again reports whether a path leads from a statement back to it.
func again(p *check.Pass, fn ast.Node, stmt ast.Stmt) bool {
	cfgs := p.ResultOf[ctrlflow.Analyzer].(*ctrlflow.CFGs)
	var g *cfg.CFG
	switch fn := fn.(type) {
	case *ast.FuncDecl:
		g = cfgs.FuncDecl(fn)
	case *ast.FuncLit:
		g = cfgs.FuncLit(fn)
	}
	return g != nil && paths.Again(g, stmt)
}
