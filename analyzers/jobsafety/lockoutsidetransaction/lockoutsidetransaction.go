// Package lockoutsidetransaction is the check jobsafety/lock-outside-transaction: rows are locked outside of a
// transaction.
package lockoutsidetransaction

import (
	"embed"
	"fmt"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/poolops"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed lockoutsidetransaction.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of jobsafety.
var Check = &check.Check{
	Slug:       "lock-outside-transaction",
	Title:      "rows are locked outside of a transaction",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Pages:      pages,
	Unfixable:  "the query and what relies on its lock have to run in one transaction",
	Run:        run,
}

// run reports
//
//	err := s.db.QueryRowContext(ctx, `SELECT … FOR UPDATE`, id).Scan(&c.Used)
//
// on a pool, and the same in a function that is passed the pool for a parameter that may be a transaction. Silent is
// a statement that changes the rows itself which it locks.
func run(p *check.Pass) {
	for fn := range poolops.Funcs(p) {
		for _, op := range poolops.Of(p, fn) {
			if op.Locks && op.Verb == "select" && (op.Call == op.At || op.Given) {
				report(p, op)
			}
		}
	}
}

func report(p *check.Pass, op *poolops.Op) {
	if pos, ok := p.Wanted(op.Call); ok {
		p.Safe(op.Call, p.Source(op.Call.Fun), verdict.Wanted, pos)
		return
	}
	f := check.Finding{
		At: op.Call,
		Message: fmt.Sprintf("another call may read the same row before it is changed: the lock of FOR UPDATE ends with the statement, which runs on %s and in no transaction",
			op.On.Root.Name()+op.On.Path),
		Doubts: poolops.Doubts(p, op),
	}
	if op.At != op.Call {
		f.Trace = append(f.Trace, check.Hop{Pos: op.At.Pos(), Message: "the statement"})
	}
	p.Report(f)
}
