// Package nackmissing is the check jobsafety/nack-missing: broker message is neither
// acknowledged nor nacked on some path.
package nackmissing

import (
	"embed"
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

//go:embed nackmissing.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of jobsafety.
var Check = &check.Check{
	Slug:       "nack-missing",
	Title:      "broker message is neither acknowledged nor nacked on some path",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	for d := range deliveries {
//		if err := handle(d.Body); err != nil {
//			continue // neither Ack nor Nack
//		}
//		d.Ack(false)
//	}
//
// and the same in a function that gets one message, in a case of a select, and after a call
// that fetches one, for messages of known clients and of types that can be acknowledged and
// nacked as theirs can. Where settling a message settles those before it, as Kafka's
// offsets do, the one that is left out is lost. A message that is never settled is one that
// the broker waits for, where it is seen to come from a call of catalog.Owed; so are the entries of
// a Redis stream that a group reads. Safe is a
// message that, and not only its contents, goes to code that may settle it; that it need
// not be, as far as is known, when a setting and not the message decides, and for return
// paths that end the consumer: the broker then takes back what is not settled. For Kafka,
// what cannot be decoded, and what a log message calls skipped, is dropped by design.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	nodes := []ast.Node{(*ast.RangeStmt)(nil), (*ast.CommClause)(nil), (*ast.ForStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)}
	for cur := range in.Root().Preorder(nodes...) {
		if p.Quiet(cur.Node().Pos()) {
			continue
		}
		for _, w := range consumers(p, cur) {
			w.cur = cur
			follow(p, w)
		}
	}
	reportStreams(p)
	reportPoison(p)
}

// follow reports the return paths of w that do not settle the message.
func follow(p *check.Pass, w *walk) {
	if !w.settlesDirectly(3) {
		reportNever(p, w)
		return
	}
	end, falls := w.block(w.list, never)
	if w.giveUp {
		return
	}
	if falls && end != always {
		w.leaks = append(w.leaks, leak{end: true, done: end})
	}
	for _, l := range w.leaks {
		if !w.how.Covers || !w.skips(l.stmt) {
			reportLeak(p, w, l)
		}
	}
}
