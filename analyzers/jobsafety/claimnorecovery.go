package jobsafety

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/statuses"
)

var claimNoRecovery = &check.Check{
	Slug:       "claim-no-recovery",
	Title:      "records are claimed for work, and nothing looks for claims that were abandoned",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Run:        runClaimNoRecovery,
}

// runClaimNoRecovery reports
//
//	jobs.FindOneAndUpdate(ctx, bson.M{"status": "pending"}, bson.M{"$set": bson.M{"status": "running"}})
//	db.QueryRow(`UPDATE jobs SET status = 'running' WHERE status = 'pending' … RETURNING id`)
//
// Silent when any statement of the package, or of one it imports, looks for
// records in the claimed state other than by their ID: the claim itself, which
// may take stale ones too, a query, or an update. What a package above does
// cannot be seen.
func runClaimNoRecovery(p *check.Pass) {
	known := p.ResultOf[statuses.Analyzer].(*statuses.Result)
	for _, s := range known.Statements {
		if p.Quiet(s.Call.Pos()) {
			continue
		}
		c := claimed(s)
		if c == nil || known.Sought[s.Key(c.field, c.to)] {
			continue
		}
		in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
		cur, ok := astindex.Find(in, s.Call)
		if !ok {
			continue
		}
		p.Report(check.Finding{
			At: s.Call.Fun,
			Message: fmt.Sprintf("%s is set to %s here, and nothing looks for records that stay so: a worker that is ended in between leaves its record claimed for ever",
				subject(s, c), c.to),
			Fix: fixClaim(p, cur, s, c),
		})
	}
}

// A claim is the transition by which a statement takes a record.
type claim struct{ field, from, to string }

// claimed returns the transition from one constant state to a working one that s
// makes, nil if it makes none.
func claimed(s *statuses.Statement) *claim {
	for _, field := range slices.Sorted(maps.Keys(s.Set)) {
		to := strings.ToLower(s.Set[field].Const)
		if !catalog.WorkingStates[to] {
			continue
		}
		for _, v := range s.Where[field] {
			if from := strings.ToLower(v.Const); from != "" && from != to && !catalog.WorkingStates[from] {
				return &claim{field, v.Const, to}
			}
		}
	}
	return nil
}

func subject(s *statuses.Statement, c *claim) string {
	if s.Table != "" {
		return s.Table + "." + c.field
	}
	return c.field
}
