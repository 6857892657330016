// Package pendingneverclaimed is the check jobsafety/pending-never-claimed: pending
// messages of a Redis consumer group are never claimed.
package pendingneverclaimed

import (
	"embed"
	"fmt"
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/statuses"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed pendingneverclaimed.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of jobsafety.
var Check = &check.Check{
	Slug:       "pending-never-claimed",
	Title:      "pending messages of a Redis consumer group are never claimed",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	rdb.XReadGroup(ctx, &redis.XReadGroupArgs{Group: g, Consumer: c, Streams: []string{s, ">"}})
//
// when neither the package nor one it imports claims what other members have
// left pending, or reads its own pending messages again (an ID other than ">").
// Safe are reads with NoAck, and those that claim themselves. A read whose IDs are not
// known may be the one that sees pending messages, and lowers the others.
func run(p *check.Pass) {
	var reads []*groupRead
	var doubts []check.Doubt
	proof := token.NoPos
	for cur, to := range calls.All(p.Pass) {
		call := to.Expr
		if !catalog.GroupReads[to.Name] || p.Quiet(call.Pos()) {
			continue
		}
		switch r := readOf(p, cur); r.sees {
		case newOnes:
			reads = append(reads, r)
		case pendingOnes:
			proof = call.Pos()
		case unknownOnes:
			doubts = append(doubts, check.Doubting(verdict.HandedIn, call.Pos()))
		}
	}
	if p.ResultOf[statuses.Analyzer].(*statuses.Result).Claims {
		proof = p.Files[0].Package
	}
	for _, r := range reads {
		if proof.IsValid() {
			p.Safe(r.call.Fun, p.Name(r.call.Fun), verdict.Handled, proof)
			continue
		}
		p.Report(check.Finding{
			At: r.at,
			Message: fmt.Sprintf("messages that a consumer has read when it is killed are never handled: %s reads new messages only, and nothing claims pending ones",
				p.Name(r.call.Fun)),
			Doubts: doubts,
			Fix:    fixRead(p, r),
		})
	}
}

func fixRead(p *check.Pass, r *groupRead) *edit.Fix {
	if r.args == nil {
		return fixChain(p, chain(r.cur))
	}
	return fixPending(p, r)
}
