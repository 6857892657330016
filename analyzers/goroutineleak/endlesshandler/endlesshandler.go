// Package endlesshandler is the check goroutineleak/endless-handler: handler keeps running when its client has left.
package endlesshandler

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopfix"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed endlesshandler.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of goroutineleak.
var Check = &check.Check{
	Slug:       "endless-handler",
	Title:      "handler keeps running when its client has left",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	func (l *Log) ServeHTTP(w http.ResponseWriter, r *http.Request) {
//		for {
//			<-ticker.C
//			fmt.Fprintf(w, "data: %s\n\n", l.last())
//		}
//	}
//
// where control cannot leave the loop, be it in the handler or in a function of the package that it
// calls, or where only a stop channel of the program leads out of it. Safe is a loop with another
// return, break or panic, whatever leads there.
func run(p *check.Pass) {
	flow := ssaflow.Of(p.Pass)
	exits := flow.Exits(nil)
	seen := make(map[ast.Node]bool)
	for _, fn := range flow.SSA.Funcs {
		if !answers(fn) || p.Quiet(fn.Pos()) {
			continue
		}
		blocks := exits.Endless(fn)
		if len(blocks) == 0 {
			continue
		}
		loop, ok := syntax.LoopStmt(p, blocks)
		if !ok || seen[loop.Node()] || p.Quiet(loop.Node().Pos()) {
			continue
		}
		seen[loop.Node()] = true
		if said, ok := p.Wanted(loop.Node(), catalog.LivesOnPhrases...); ok {
			p.Safe(syntax.Keyword{At: loop.Node().Pos(), Text: "for"}, "the handler", verdict.Wanted, said)
			continue
		}
		report(p, fn, loop)
	}
	reportDeaf(p, seen)
	reportQuiet(p, seen)
	reportSelects(p, seen)
	reportForeign(p, seen)
}

// answers reports whether a function is a handler, or gets what one answers with. A goroutine that it
// starts is a question of its own.
func answers(fn *ssa.Function) bool {
	return fn.Synthetic == "" && fn.Signature != nil && astindex.AnswersRequests(fn.Signature)
}

func report(p *check.Pass, fn *ssa.Function, loop inspector.Cursor) {
	p.Report(check.Finding{
		At:      syntax.Keyword{At: loop.Node().Pos(), Text: "for"},
		Message: fmt.Sprintf("%s never returns, also when its client has left: its loop has no exit, and each client leaves a goroutine", name(fn)),
		Fix:     fix(p, loop),
	})
}

// name describes a handler.
func name(fn *ssa.Function) string {
	if _, ok := fn.Object().(*types.Func); ok {
		return "handler " + fn.Name()
	}
	return "handler"
}

// fix ends the loop with the context of the request.
func fix(p *check.Pass, loop inspector.Cursor) *edit.Fix {
	fn, ok := astindex.FuncAround(loop)
	if !ok {
		return nil
	}
	for _, source := range ctxscope.Given(p.Pass, fn.Node(), loop.Node().Pos()) {
		if source.Kind != "field" {
			return stopfix.EndLoopBy(p, p.Edit(loop.Node().Pos()), loop, source.Expr, "")
		}
	}
	return nil
}
