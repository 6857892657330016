// Package overlappingruns is the check jobsafety/overlapping-runs: a scheduler starts a run although the one before
// still works.
package overlappingruns

import (
	"embed"
	"fmt"
	"go/ast"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed overlappingruns.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of jobsafety.
var Check = &check.Check{
	Slug:       "overlapping-runs",
	Title:      "a run may begin before the one before it has ended",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Unfixable:  "whether a late run is skipped or delayed is a decision",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	c.AddFunc("@every 1m", sendDigests)
//
// of a scheduler that starts each run in a goroutine of its own, where what the job does lasts: it stores or sends
// something. Silent where the scheduler skips or delays a run, and where the job excludes others itself. A period of
// more than ten minutes is a doubt. So it is of a loop that starts a goroutine with each tick.
func run(p *check.Pass) {
	ticks(p)
	waits := keepsApart(p)
	for _, to := range calls.All(p.Pass) {
		row, runs := catalog.Overlaps[to.Name]
		if !runs || p.Quiet(to.Expr.Pos()) || row.Job >= len(to.Expr.Args) {
			continue
		}
		job := to.Expr.Args[row.Job]
		body, fn := bodyOf(p, job)
		lasts := changes(p, fn, body)
		if len(lasts) == 0 {
			continue
		}
		switch at := excludes(p, body); {
		case waits != nil:
			p.Safe(job, p.Source(job), verdict.Handled, waits.Pos())
		case at != nil:
			p.Safe(job, p.Source(job), verdict.Handled, at.Pos())
		default:
			report(p, to.Expr, job, row.Spec, lasts)
		}
	}
}

func report(p *check.Pass, call *ast.CallExpr, job ast.Expr, spec int, lasts []*ast.CallExpr) {
	var doubts []check.Doubt
	if !slices.ContainsFunc(lasts, func(call *ast.CallExpr) bool { return !takesAway(p.TypesInfo, call) }) {
		doubts = append(doubts, check.Doubting(verdict.Cleanup, lasts[0].Pos()))
	}
	if !short(p.TypesInfo, call.Args[spec]) {
		doubts = append(doubts, check.Doubting(verdict.LongPeriod, call.Args[spec].Pos()))
	}
	name := "the job"
	if _, literal := ast.Unparen(job).(*ast.FuncLit); !literal {
		name = p.Source(job)
	}
	p.Report(check.Finding{
		At: call.Fun,
		Message: fmt.Sprintf("the same work is done twice at the same time when a run takes longer than its period: the scheduler starts %s again, and nothing keeps two runs apart",
			name),
		Doubts: doubts,
	})
}
