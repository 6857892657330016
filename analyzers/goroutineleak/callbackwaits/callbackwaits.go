// Package callbackwaits is the check goroutineleak/callback-waits: a callback waits for what its client reads only after
// the callback has returned.
package callbackwaits

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed callbackwaits.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of goroutineleak.
var Check = &check.Check{
	Slug:       "callback-waits",
	Title:      "a callback waits for what its client reads only after the callback has returned",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	client.Subscribe("jobs", 1, func(c mqtt.Client, m mqtt.Message) {
//		c.Publish("results", 1, false, work(m)).Wait() // the acknowledgement is read when this has returned
//	})
//
// and the same in a function of the package that the callback calls. Silent where the wait is in a goroutine, where
// nothing is acknowledged, and where the package lets the client call back in any order.
func run(p *check.Pass) {
	reported := make(map[*ast.CallExpr]bool)
	for _, to := range calls.All(p.Pass) {
		row, ok := catalog.Callbacks[to.Name]
		if !ok || row.Arg >= len(to.Expr.Args) || p.Quiet(to.Expr.Pos()) {
			continue
		}
		body := bodyOf(p, to.Expr.Args[row.Arg])
		wait := waitIn(p, body, 3)
		if wait == nil || reported[wait] {
			continue
		}
		at, sure := unordered(p, row.Option)
		if sure {
			p.Safe(wait, p.Source(wait.Fun), verdict.Handled, at)
			continue
		}
		var doubts []check.Doubt
		if at.IsValid() {
			doubts = append(doubts, check.Doubting(verdict.HandedIn, at))
		}
		reported[wait] = true
		p.Report(check.Finding{
			At: wait,
			Message: fmt.Sprintf("deadlock: %s waits for an acknowledgement that the client reads only when the callback registered at %s has returned",
				p.Name(wait.Fun), p.Where(to.Expr.Pos(), wait.Pos())),
			Trace:  []check.Hop{{Pos: to.Expr.Pos(), Message: "registered here"}},
			Doubts: doubts,
			Fix:    fix(p, wait),
		})
	}
}

// bodyOf returns the body of a function that is passed: a literal, or a function or method of the package.
func bodyOf(p *check.Pass, expr ast.Expr) ast.Node {
	if lit, ok := ast.Unparen(expr).(*ast.FuncLit); ok {
		return lit.Body
	}
	fn, _ := callmatch.Object(p.TypesInfo, expr).(*types.Func)
	if decl := astindex.Of(p.Pass).Decls[fn]; fn != nil && decl != nil && decl.Body != nil {
		return decl.Body
	}
	return nil
}

// waitIn returns the first call in a body that waits for an acknowledgement, itself or in a function of the package down
// to a depth, nil if there is none. What a goroutine waits for does not count.
func waitIn(p *check.Pass, body ast.Node, depth int) (found *ast.CallExpr) {
	if body == nil || depth == 0 {
		return nil
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt, *ast.FuncLit:
			return false
		case *ast.CallExpr:
			if found == nil {
				found = waitAt(p, n, depth)
			}
		}
		return found == nil
	})
	return found
}

// waitAt returns a call if it waits for an acknowledgement, or the one that does in the function that it calls.
func waitAt(p *check.Pass, call *ast.CallExpr, depth int) *ast.CallExpr {
	fn := callmatch.Callee(p.TypesInfo, call)
	if catalog.Acknowledgements.Waits[callmatch.Name(fn)] {
		if acknowledged(p, call) {
			return call
		}
		return nil
	}
	if decl := astindex.Of(p.Pass).Decls[fn]; fn != nil && decl != nil && decl.Body != nil {
		return waitIn(p, decl.Body, depth-1)
	}
	return nil
}
