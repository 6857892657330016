// Package exitinhandler is the check shutdownorder/exit-in-handler: request, message or job
// ends the whole process.
package exitinhandler

import (
	"embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/cause"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed exitinhandler.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of shutdownorder.
var Check = &check.Check{
	Slug:       "exit-in-handler",
	Title:      "request, message or job ends the whole process",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	func (s *Server) download(w http.ResponseWriter, r *http.Request) {
//		u, err := url.Parse(r.Referer())
//		if err != nil {
//			log.Fatal(err) // every other request ends with this one
//		}
//		…
//	}
//
// and the same in what a handler calls, in goroutines that it starts, in the handlers of
// messages, in jobs that a scheduler runs, and in goroutines that handle one item after the other,
// or work each time a ticker ticks. Doubtful where the handler is there to end the
// process, and where something calls a function by the name Fatal that is not known.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.ExprStmt)(nil)) {
		call, ok := ast.Unparen(cur.Node().(*ast.ExprStmt).X).(*ast.CallExpr)
		if !ok || p.Quiet(call.Pos()) {
			continue
		}
		exits, sure := ssainstr.Ending(p, call)
		if !exits || ofHelper(p, call) {
			continue
		}
		if e := entryOf(p, cur, maxCalls); e != nil {
			report(p, cur, call, e, sure)
		}
	}
	reportElsewhere(p)
}

// ofHelper reports whether the function that a call names is one of this package: the exit in
// it is reported, where that is called by a handler.
func ofHelper(p *check.Pass, call *ast.CallExpr) bool {
	fn := callmatch.Callee(p.TypesInfo, call)
	return fn != nil && fn.Pkg() == p.Pkg
}

func report(p *check.Pass, stmt inspector.Cursor, call *ast.CallExpr, e *entry, sure bool) {
	var doubts []check.Doubt
	if !sure {
		doubts = append(doubts, check.Doubting(verdict.Convention, call.Pos()))
	}
	if wanted(p, stmt, call, e) {
		doubts = append(doubts, check.Doubting(verdict.CallerDecides, e.fn.Node().Pos()))
	}
	if failed := cause.Constant(p, call); failed != nil {
		doubts = append(doubts, check.Doubting(verdict.OwnConstants, failed.Pos()))
	}
	if e.item && !serves(p) {
		doubts = append(doubts, check.Doubting(verdict.ByHand, call.Pos()))
	}
	if e.calls > 1 {
		doubts = append(doubts, check.Doubting(verdict.Branches, e.via))
	}
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("one %s ends the process, and with it all other work: %s exits in %s",
			e.kind.One, p.Source(call.Fun), e.name(p)),
		Trace:  e.trace(),
		Doubts: doubts,
		Fix:    fix(p, stmt, call, e),
	})
}
