// Package remotecallintransaction is the check jobsafety/remote-call-in-transaction: call to another machine
// while a transaction is open.
package remotecallintransaction

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/txregion"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/outbound"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed remotecallintransaction.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of jobsafety.
var Check = &check.Check{
	Slug:       "remote-call-in-transaction",
	Title:      "call to another machine while a transaction is open",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Pages:      pages,
	Unfixable:  "what is asked has to be asked before the transaction begins, or after its commit",
	Run:        run,
}

// run reports
//
//	tx, err := s.db.BeginTx(ctx, nil)
//	…
//	receipt, err := s.gateway.Charge(ctx, customer, cents)
//	…
//	err = tx.Commit()
//
// and the same in a function that is passed the transaction, or is run in one, also where an interface of the
// program stands for the client: the first such call of each, the
// others are in its trace. Silent is what runs after the transaction has ended, or in a goroutine, a publication,
// which published-in-transaction reports, and a function of the program that is passed the transaction and
// reported itself.
func run(p *check.Pass) {
	reported := make(map[token.Pos]bool)
	for _, h := range txregion.Open(p) {
		var remote []*ast.CallExpr
		for _, call := range h.Calls {
			if !reported[call.Pos()] && asks(p, h, call) {
				reported[call.Pos()] = true
				remote = append(remote, call)
			}
		}
		if len(remote) > 0 {
			report(p, h, remote)
		}
	}
}

// report reports the first call of which nothing says that it is short.
func report(p *check.Pass, h *txregion.Held, remote []*ast.CallExpr) {
	call := remote[0]
	for _, other := range remote {
		if !short(p, h, call).IsValid() {
			break
		}
		call = other
	}
	if pos, ok := p.Wanted(call); ok {
		p.Safe(call, p.Source(call.Fun), verdict.Wanted, pos)
		return
	}
	f := check.Finding{At: call, Message: text(p, h, call)}
	if h.Begin != nil {
		f.Trace = append(f.Trace, check.Hop{Pos: h.Begin.Pos(), Message: where(h)})
	}
	for _, other := range remote {
		if other != call && len(f.Trace) < 5 {
			f.Trace = append(f.Trace, check.Hop{Pos: other.Pos(), Message: "asked here as well"})
		}
	}
	if at := short(p, h, call); at.IsValid() {
		f.Doubts = append(f.Doubts, check.Doubting(verdict.Brief, at))
	}
	if fn := callmatch.Callee(p.TypesInfo, call); fn != nil && !outbound.Of(p.Pass).Sends(fn) && standsFor(p, fn) == byName {
		f.Doubts = append(f.Doubts, check.Doubting(verdict.NameOnly, call.Pos()))
	}
	if !h.Proven {
		f.Doubts = append(f.Doubts, check.Doubting(verdict.PoolOrTx, h.Tx.Pos()))
	}
	p.Report(f)
}

func where(h *txregion.Held) string {
	if h.Passed {
		return "it is passed here"
	}
	return "the transaction begins here"
}

func text(p *check.Pass, h *txregion.Held, call *ast.CallExpr) string {
	until, in := "another machine responds", "that the function is passed"
	if catalog.ReadsForms[callmatch.CalleeName(p.TypesInfo, call)] {
		until = "the client has sent its request"
	}
	if !h.Passed {
		in = fmt.Sprintf("of %s (line %d)", p.Source(h.Begin.Fun), p.Line(h.Begin.Pos()))
	}
	return fmt.Sprintf("a connection of the pool, and what the transaction has locked, stay in use until %s: %s runs in the transaction %s", until, p.Source(call.Fun), in)
}
