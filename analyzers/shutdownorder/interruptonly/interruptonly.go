// Package interruptonly is the check shutdownorder/interrupt-only: service shuts down on
// Ctrl-C, and SIGTERM kills it.
package interruptonly

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/serving"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/lasting"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed interruptonly.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of shutdownorder.
var Check = &check.Check{
	Slug:       "interrupt-only",
	Title:      "service shuts down on Ctrl-C, and SIGTERM kills it",
	Severity:   check.High,
	Confidence: check.Certain,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	signal.Notify(quit, os.Interrupt)
//	<-quit
//	srv.Shutdown(ctx)
//
// in the function that serves or stops a server, and anywhere in a program that serves, or that works
// until a context ends: with low confidence where nothing that it does outlives it. If
// another package of the module registers, the mention of it in package main is reported.
//
// A registration for SIGTERM is reported where a switch acts on SIGINT alone.
//
// Silent when anything that the package mentions registers for SIGTERM as well, and in
// other programs: their users can press Ctrl-C.
func run(p *check.Pass) {
	known := signals.Of(p.Pass)
	if known.Terminated() {
		reportSwallowed(p)
		return
	}
	var doubts []check.Doubt
	program := p.Pkg.Name() == "main" && (known.MayServe() || len(known.Requests()) > 0 && serving.Works(p))
	if program && !known.MayServe() && !lasting.Of(p.Pass).Any() && !drains(p, known.Requests()) {
		doubts = append(doubts, check.Doubting(verdict.NothingWon, known.Requests()[0].Call.Pos()))
	}
	found := false
	for _, q := range known.Requests() {
		windows := strings.HasSuffix(p.Fset.Position(q.Call.Pos()).Filename, "_windows.go")
		if windows || p.Quiet(q.Call.Pos()) || !q.Stops && !program {
			continue
		}
		found = true
		at := ast.Node(q.Call)
		if q.List != nil {
			at = q.List
		}
		reportInterruptOnly(p, at, p.Name(q.Call.Fun), doubts, fixInterruptOnly(p, q))
	}
	if found || !program {
		return
	}
	if helper, asks := known.Interrupter(); helper != nil && !p.Quiet(helper.Pos()) {
		reportInterruptOnly(p, helper, fmt.Sprintf("%s (%s)", p.Name(helper), asks), doubts, nil)
	}
}

// drains reports whether a function that asks for signals closes a queue afterwards and waits for its workers:
// what the queue holds is to be done before the program ends.
func drains(p *check.Pass, requests []signals.Request) bool {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	return slices.ContainsFunc(requests, func(q signals.Request) bool {
		cur, ok := astindex.Find(in, q.Call)
		if !ok {
			return false
		}
		fn, ok := astindex.FuncAround(cur)
		if !ok {
			return false
		}
		closed := token.NoPos
		for _, stmt := range astindex.FuncBody(fn.Node()).List {
			expr, ok := stmt.(*ast.ExprStmt)
			if !ok || stmt.Pos() < q.Call.Pos() {
				continue
			}
			call, ok := ast.Unparen(expr.X).(*ast.CallExpr)
			switch {
			case !ok:
			case callmatch.IsBuiltin(p.TypesInfo, call, "close"):
				closed = call.Pos()
			case closed.IsValid() && catalog.Joins[callmatch.CalleeName(p.TypesInfo, call)]:
				return true
			}
		}
		return false
	})
}

func reportInterruptOnly(p *check.Pass, at ast.Node, who string, doubts []check.Doubt, fix *edit.Fix) {
	p.Report(check.Finding{
		At: at,
		Message: fmt.Sprintf("SIGTERM, which Kubernetes, docker stop and systemd send, kills the program without a shutdown: %s is passed SIGINT only",
			who),
		Doubts: doubts,
		Fix:    fix,
	})
}
