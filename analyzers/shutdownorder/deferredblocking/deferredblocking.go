// Package deferredblocking is the check shutdownorder/deferred-blocking: deferred call
// may block without a limit, before others that must run.
package deferredblocking

import (
	"embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/loss"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/blocking"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed deferredblocking.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of shutdownorder.
var Check = &check.Check{
	Slug:       "deferred-blocking",
	Title:      "deferred call may block without a limit, before others that must run",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	defer db.Disconnect()
//	defer health.StopHeartbeat() // runs first, and waits for a goroutine in an HTTP call
//
// for calls of functions, of any package, that are known to wait without a limit
// for a goroutine that may be in a slow call. Silent when nothing that was
// deferred before is lost with the process. Doubtful outside of programs, where other
// things than the platform's patience limit a shutdown.
func run(p *check.Pass) {
	known := blocking.Of(p.Pass)
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.DeferStmt)(nil)) {
		stmt := cur.Node().(*ast.DeferStmt)
		if p.Quiet(stmt.Pos()) {
			continue
		}
		fact := known.Fact(callmatch.Callee(p.TypesInfo, stmt.Call))
		if fact == nil {
			continue
		}
		if starved := deferredBefore(p, cur, stmt); starved != nil {
			reportDeferredBlocking(p, stmt, starved, fact)
		}
	}
}

// deferredBefore returns a call that was deferred before stmt, on every path to it, and
// that would be missed: the last such, which is the next to run.
func deferredBefore(p *check.Pass, cur inspector.Cursor, stmt *ast.DeferStmt) *loss.Loss {
	var found *loss.Loss
	for c := range cur.Enclosing() {
		switch c.Node().(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return found
		}
		for _, s := range astindex.Stmts(c.Node()) {
			if d, ok := s.(*ast.DeferStmt); ok && d.Pos() < stmt.Pos() {
				if l := loss.Missed(p, d, stmt.Call); l != nil && (found == nil || l.WorseThan(found)) {
					found = l
				}
			}
		}
	}
	return found
}

func reportDeferredBlocking(p *check.Pass, stmt *ast.DeferStmt, starved *loss.Loss, fact *blocking.Fact) {
	doubts := starved.Doubts
	if p.Pkg.Name() != "main" {
		doubts = append(doubts, check.Doubting(verdict.OtherEnd, stmt.Pos()))
	}
	p.Report(check.Finding{
		At: stmt.Call,
		Message: fmt.Sprintf("deferred %[4]s (line %[5]d) may never run: the deferred %[1]s before it waits without a limit (%[2]s) for a goroutine that may be in %[3]s",
			p.Source(stmt.Call.Fun), fact.Where, fact.Slow, p.Source(starved.Call.Fun), p.Line(starved.Call.Pos())),
		Trace:  []check.Hop{{Pos: starved.Call.Pos(), Message: "runs after it"}},
		Doubts: doubts,
		Fix:    fixDeferredBlocking(p, stmt),
	})
}
