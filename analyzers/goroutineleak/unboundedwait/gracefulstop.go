package unboundedwait

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"iter"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopfix"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// runGracefulStops reports
//
//	srv.GracefulStop()
//
// which waits for the requests in flight for as long as these take: one open stream keeps
// the program from its end. Safe where the function stops the server without waiting, too.
func runGracefulStops(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	index := astindex.Of(p.Pass)
	var calls []astindex.Call
	for fn, list := range index.Calls {
		if _, ok := catalog.HardStops[callmatch.Name(fn)]; ok {
			calls = append(calls, list...)
		}
	}
	slices.SortFunc(calls, func(a, b astindex.Call) int { return int(a.Expr.Pos() - b.Expr.Pos()) })
	for _, call := range calls {
		cur, ok := astindex.Find(in, call.Expr)
		if !ok || p.Quiet(call.Expr.Pos()) {
			continue
		}
		if stmt, ok := cur.Parent().Node().(*ast.ExprStmt); ok {
			reportGracefulStop(p, cur, stmt, call)
		}
	}
}

func reportGracefulStop(p *check.Pass, cur inspector.Cursor, stmt *ast.ExprStmt, call astindex.Call) {
	hard := catalog.HardStops[callmatch.CalleeName(p.TypesInfo, call.Expr)]
	if at, ok := mentionsFunc(p, cur, hard); ok {
		p.Safe(call.Expr, "wait for the requests in flight", verdict.Limited, at.Pos())
		return
	}
	doubts := gracefulDoubts(p, call)
	if at := stopsFirst(p, cur, hard); at.IsValid() {
		doubts = append(doubts, check.Doubting(verdict.CallerDecides, at))
	}
	flow := ssaflow.Of(p.Pass)
	ctx := ""
	if instr := ssainstr.CallAt(flow.SSA.Func(call.In), call.Expr.Lparen); instr != nil {
		ctx = contextParam(p, instr)
	}
	why := "has no limit: it waits for the requests in flight, however long these take"
	if ctx != "" {
		why = "ignores " + ctx + ", and may block after it is done"
	}
	p.Report(check.Finding{
		At:      stmt,
		Message: fmt.Sprintf("%s in %s %s", p.Source(stmt), inFunc(call.In), why),
		Doubts:  doubts,
		Fix:     fixGracefulStop(p, stmt, call, ctx),
	})
}

// mentionsFunc returns a place in the declaration around cur that names the function, and may run while
// the call at cur waits: what its own function does after it comes too late, and what it calls before has
// returned.
func mentionsFunc(p *check.Pass, cur inspector.Cursor, name string) (ast.Node, bool) {
	own, _ := astindex.FuncAround(cur)
	for sel := range mentions(p, cur, name) {
		_, plain := sel.Parent().Parent().Node().(*ast.ExprStmt)
		if around, _ := astindex.FuncAround(sel); around == own && (sel.Node().Pos() > cur.Node().Pos() || plain) {
			continue
		}
		return sel.Node(), true
	}
	return nil, false
}

// mentions yields the selectors in the declaration around cur that denote a function.
func mentions(p *check.Pass, cur inspector.Cursor, name string) iter.Seq[inspector.Cursor] {
	return func(yield func(inspector.Cursor) bool) {
		for decl := range cur.Enclosing((*ast.FuncDecl)(nil)) {
			for sel := range decl.Preorder((*ast.SelectorExpr)(nil)) {
				fn := callmatch.Func(p.TypesInfo, sel.Node().(ast.Expr))
				if fn != nil && callmatch.Name(fn) == name && !yield(sel) {
					return
				}
			}
		}
	}
}

// stopsFirst returns where the function of the call at cur stops the server without waiting instead, on a
// condition that may be its caller's choice:
//
//	if force {
//		srv.Stop()
//		return
//	}
//	srv.GracefulStop()
//
// One on a context that has ended before is none: it may end during the wait as well.
func stopsFirst(p *check.Pass, cur inspector.Cursor, name string) token.Pos {
	own, _ := astindex.FuncAround(cur)
	for sel := range mentions(p, cur, name) {
		if around, _ := astindex.FuncAround(sel); around != own {
			continue
		}
		for c := range sel.Enclosing((*ast.IfStmt)(nil), (*ast.CaseClause)(nil)) {
			test, ok := c.Node().(*ast.IfStmt)
			if !ok || !asksContext(p, test) {
				return sel.Node().Pos()
			}
		}
	}
	return token.NoPos
}

// asksContext reports whether a condition, or what is assigned for it, asks a context for its end.
func asksContext(p *check.Pass, test *ast.IfStmt) bool {
	found := false
	ast.Inspect(test, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		found = found || ok && catalog.ContextErrors[callmatch.CalleeName(p.TypesInfo, call)]
		return !found && n != ast.Node(test.Body)
	})
	return found
}

// gracefulDoubts returns what speaks against a report of the call: its function is there
// for it alone, or a literal whose callers are not known.
func gracefulDoubts(p *check.Pass, call astindex.Call) []check.Doubt {
	at := call.Expr.Pos()
	switch fn := call.In.(type) {
	case *ast.FuncLit:
		return []check.Doubt{check.Doubting(verdict.OutOfSight, at)}
	case *ast.FuncDecl:
		if callee := callmatch.Callee(p.TypesInfo, call.Expr); fn.Name.Name == callee.Name() {
			return []check.Doubt{check.Doubting(verdict.CallerDecides, at)}
		}
	}
	return nil
}

func inFunc(fn ast.Node) string {
	if decl, ok := fn.(*ast.FuncDecl); ok {
		return decl.Name.Name
	}
	return "this function"
}

// fixGracefulStop stops the server without waiting once the limit is reached:
//
//	defer time.AfterFunc(10*time.Second, srv.Stop).Stop()
//	srv.GracefulStop()
func fixGracefulStop(p *check.Pass, stmt *ast.ExprStmt, call astindex.Call, ctx string) *edit.Fix {
	hard := catalog.HardStops[callmatch.CalleeName(p.TypesInfo, call.Expr)]
	x := waitgroup.Receiver(call.Expr)
	if !stopfix.IsPath(x) || ctx != "" && !goversion.AtLeast(p.Version(stmt.Pos()), "go1.21") {
		return nil
	}
	e := p.Edit(stmt.Pos())
	stop := p.Source(x) + hard[len(hard)-len(".Stop"):]
	line, limit := "", ctx
	if ctx != "" {
		line = "defer " + e.Import(stmt.Pos(), "context", "context") + ".AfterFunc(" + ctx + ", " + stop + ")()"
	} else {
		limit = cmp.Or(e.Limit(stmt.Pos(), "shutdown"), "10s")
		line = "defer " + e.Import(stmt.Pos(), "time", "time") + ".AfterFunc(" + e.Seconds(stmt.Pos(), "shutdown") + ", " + stop + ").Stop()"
	}
	e.Before(stmt, line)
	return e.Fix("Call "+stop+" when the wait takes longer than "+limit, "requests that take longer are interrupted")
}
