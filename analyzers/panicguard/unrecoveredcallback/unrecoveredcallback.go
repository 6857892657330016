// Package unrecoveredcallback is the check panicguard/unrecovered-callback: panic of a
// callback in a goroutine crashes the process.
package unrecoveredcallback

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard/internal/guardfix"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/recovers"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed unrecoveredcallback.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of panicguard.
var Check = &check.Check{
	Slug:       "unrecovered-callback",
	Title:      "panic of a callback in a goroutine crashes the process",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	func (e *Engine) Render(ctx context.Context, name string) (err error) {
//		defer func() {
//			if r := recover(); r != nil { err = … }
//		}()
//		go func() { res <- e.funcs[name](ctx) }() // its panic is not seen by the recover
//		return <-res
//	}
//
// and, with a doubt, goroutines without any recover that run what importers pass in: the
// tasks of a pool, registered handlers, the function of a group. Without the doubt where these are
// plug-ins, as the documentation of their interface says; and goroutines of handlers that pass what a request
// has brought to code that is not known, see ofRequest. In a program these are its
// own, and count only beside such a recover. Silent where the goroutine
// recovers, or each function of the package by which it comes to the callback.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	c := &callbacks{p: p, in: in, index: astindex.Of(p.Pass), known: recovers.Of(p.Pass)}
	for _, start := range c.index.Starts {
		if p.Quiet(start.Node.Pos()) || catalog.PanicKeepers[callmatch.CalleeName(p.TypesInfo, start.Call)] {
			continue
		}
		if found := c.ofRequest(start); found != nil {
			c.reportParse(start, found)
			continue
		}
		outer := c.guardAround(start)
		if c.any = outer != nil; !c.any && p.Pkg.Name() == "main" {
			continue // the program's own functions, which it passes to itself
		}
		if call := c.unguarded(start); call != nil {
			c.report(start, call, outer)
		}
	}
}

func (c *callbacks) report(start astindex.Start, call *ast.CallExpr, outer *ast.DeferStmt) {
	name := c.p.Name(call.Fun)
	f := check.Finding{
		At:      start.Node,
		Message: fmt.Sprintf("a panic in %s, which is passed in, crashes the process: nothing recovers in this goroutine", name),
		Trace:   []check.Hop{{Pos: call.Pos(), Message: "it is called here"}},
		Fix:     guardfix.Recover(c.p, start),
	}
	if outer != nil {
		f.Message = fmt.Sprintf("a panic in %s crashes the process: the recover deferred at %s is in another goroutine, and has no effect in this one", name, c.p.Where(outer.Pos(), start.Node.Pos()))
	} else if !c.foreign(call) {
		f.Doubts = []check.Doubt{check.Doubting(verdict.CrashWanted, call.Pos())}
	}
	c.p.Report(f)
}

// guardAround returns the defer statement by which the function that starts the goroutine,
// and waits for it, recovers from panics; nil if it does not.
func (c *callbacks) guardAround(start astindex.Start) (guard *ast.DeferStmt) {
	body := astindex.FuncBody(start.In)
	if body == nil || !waitsAfter(c.p, body, start) {
		return nil
	}
	for _, stmt := range body.List {
		d, ok := stmt.(*ast.DeferStmt)
		if ok && d.End() < start.Node.Pos() && c.known.Guards(&ast.BlockStmt{List: []ast.Stmt{d}}) {
			return d
		}
	}
	return nil
}

// waitsAfter reports whether a function receives, or waits for a group, after a start, from what
// the start names: another channel has nothing to do with the goroutine.
func waitsAfter(p *check.Pass, body *ast.BlockStmt, start astindex.Start) bool {
	named := make(map[types.Object]bool)
	ast.Inspect(start.Node, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			named[p.TypesInfo.ObjectOf(id)] = true
		}
		return true
	})
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if n == nil || n == start.Node || found {
			return false
		}
		if from := waitedFor(p, n); from != nil && n.Pos() > start.Node.End() {
			root := callmatch.Root(p.TypesInfo, from)
			found = root != nil && named[root]
		}
		return !found
	})
	return found
}

// waitedFor returns the channel or group that a node waits for, nil if it does not wait.
func waitedFor(p *check.Pass, n ast.Node) ast.Expr {
	switch n := n.(type) {
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			return n.X
		}
	case *ast.RangeStmt:
		if _, ch := p.TypesInfo.TypeOf(n.X).Underlying().(*types.Chan); ch {
			return n.X
		}
	case *ast.CallExpr:
		if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok && catalog.WaitGroupMethods[callmatch.CalleeName(p.TypesInfo, n)] == "wait" {
			return sel.X
		}
	}
	return nil
}
