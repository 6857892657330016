// Package recoverendsloop is the check panicguard/recover-ends-loop: recovered panic ends the loop of a goroutine for good.
package recoverendsloop

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard/internal/handler"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/recovers"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed recoverendsloop.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of panicguard.
var Check = &check.Check{
	Slug:       "recover-ends-loop",
	Title:      "recovered panic ends the loop of a goroutine for good",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.3.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	func (p *Pool) worker() {
//		defer func() {
//			if r := recover(); r != nil { log.Print(r) }
//		}()
//		for j := range p.jobs {
//			p.process(j)
//		}
//	}
//
// where goroutines run the function. Silent where something starts it again, or learns of the end: the handler does more
// than to log, the function is also called in place, or it defers more than what counts it down or stops its ticker.
func run(p *check.Pass) {
	seen := make(map[ast.Node]bool)
	for _, s := range astindex.Of(p.Pass).Starts {
		fn, body := runs(p, s)
		if body == nil || seen[fn] || p.Quiet(body.Pos()) {
			continue
		}
		seen[fn] = true
		guard, more := deferred(p, body)
		loop := workLoop(p, body)
		switch {
		case guard == nil || loop == nil || guard.Pos() > loop.Pos():
		case more.IsValid():
			p.Safe(guard, p.Source(guard.Call.Fun), verdict.Handled, more)
		default:
			report(p, s, guard, loop)
		}
	}
}

func report(p *check.Pass, s astindex.Start, guard *ast.DeferStmt, loop ast.Stmt) {
	at := ast.Node(guard.Call)
	if body, own := handler.Of(p, guard); own {
		at = recovers.Recover(p.TypesInfo, body)
	}
	p.Report(check.Finding{
		At: at,
		Message: fmt.Sprintf("one panic ends the goroutine for good: it is recovered outside of the loop at %s, which is left, and nothing starts another",
			p.Where(loop.Pos(), at.Pos())),
		Trace: []check.Hop{{Pos: s.Node.Pos(), Message: "started here"}, {Pos: loop.Pos(), Message: "the loop that a panic leaves"}},
		Fix:   fix(p, guard, loop),
	})
}

// runs returns the function that a goroutine runs, and its body: a literal, or a function of the package that nothing
// calls in place, where that may be to start it again.
func runs(p *check.Pass, s astindex.Start) (fn ast.Node, body *ast.BlockStmt) {
	if s.Lit != nil {
		return s.Lit, s.Lit.Body
	}
	if s.Func == nil {
		return nil, nil
	}
	decl := astindex.Of(p.Pass).Decls[s.Func.Origin()]
	if decl == nil {
		return nil, nil
	}
	for _, call := range astindex.Of(p.Pass).Calls[s.Func.Origin()] {
		if !call.Go && call.Expr != s.Call {
			return nil, nil
		}
	}
	return decl, decl.Body
}

// deferred returns the statement of a body that recovers and does no more than to log, and where the body defers something
// by which others may learn that it has ended.
func deferred(p *check.Pass, body *ast.BlockStmt) (guard *ast.DeferStmt, more token.Pos) {
	for _, stmt := range body.List {
		d, ok := stmt.(*ast.DeferStmt)
		if !ok {
			continue
		}
		code, _ := handler.Of(p, d)
		switch {
		case code != nil && recovers.Recover(p.TypesInfo, code) != nil && !handler.Tells(p, code):
			guard = d
		case !catalog.Unnoticed[callmatch.CalleeName(p.TypesInfo, d.Call)]:
			more = d.Pos()
		}
	}
	return guard, more
}
