// Package unlimitedprefetch is the check jobsafety/unlimited-prefetch: the broker sends a consumer its whole backlog.
package unlimitedprefetch

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed unlimitedprefetch.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of jobsafety.
var Check = &check.Check{
	Slug:       "unlimited-prefetch",
	Title:      "the broker sends a consumer its whole backlog",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Unfixable:  "how many messages a consumer may hold is a decision",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	ch, err := conn.Channel()
//	…
//	in, err := ch.Consume(queue, "", false, false, false, false, nil) // and no ch.Qos
//
// Silent where the package sets a limit on any channel, and where messages are not acknowledged. Doubtful where
// nothing shows that a message takes time, or the channel is made elsewhere.
func run(p *check.Pass) {
	for _, call := range calls.All(p.Pass) {
		row, ok := catalog.Prefetches[call.Name]
		if ok && !p.Quiet(call.Expr.Pos()) && isFalse(p, call.Expr.Args[row.AutoAck]) {
			judge(p, call.Expr, row)
		}
	}
}

func isFalse(p *check.Pass, expr ast.Expr) bool {
	v := p.TypesInfo.Types[expr].Value
	return v != nil && v.String() == "false"
}

func judge(p *check.Pass, call *ast.CallExpr, row catalog.Prefetch) {
	subject := p.Name(call.Fun)
	if at := called(p, row.Limits); at.IsValid() {
		p.Safe(call, subject, verdict.Limited, at)
		return
	}
	var doubts []check.Doubt
	if !called(p, row.Opens).IsValid() {
		doubts = append(doubts, check.Doubting(verdict.LimitedBefore, call.Pos()))
	}
	slow := slowness(p, row.Message)
	var trace []check.Hop
	if slow == nil {
		doubts = append(doubts, check.Doubting(verdict.ShortQueue, call.Pos()))
	} else {
		trace = append(trace, check.Hop{Pos: slow.at.Pos(), Message: slow.what})
	}
	p.Report(check.Finding{
		At:      call,
		Message: fmt.Sprintf("the broker sends the whole backlog into the memory of one consumer, and others get none of it: no Qos limits what %s receives", subject),
		Trace:   trace,
		Doubts:  doubts,
	})
}

// called returns where the package calls a function.
func called(p *check.Pass, name string) token.Pos {
	for _, call := range calls.All(p.Pass) {
		if call.Name == name {
			return call.Expr.Pos()
		}
	}
	return token.NoPos
}
