// Package claimedtwice is the check jobsafety/claimed-twice: two replicas claim the same rows.
package claimedtwice

import (
	"embed"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/statuses"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed claimedtwice.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of jobsafety.
var Check = &check.Check{
	Slug:       "claimed-twice",
	Title:      "two replicas claim the same rows",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Pages:      pages,
	Run:        run,
	Unfixable:  "whether the rows are locked, or claimed and returned by one statement, depends on the database",
}

// run reports
//
//	rows, err := db.Query(`SELECT id FROM jobs WHERE state = 'new' LIMIT 10`)
//	…
//	db.Exec(`UPDATE jobs SET state = 'taken' WHERE id = $1`, id)
//
// where one function does both, or calls functions of the package that do: a second replica selects
// the same rows before the update. Safe is a query that locks them, an update that asks for the
// state again, and a function that takes a lock or is elected. The same holds for rows that are deleted
// after the work on them.
func run(p *check.Pass) {
	known := p.ResultOf[statuses.Analyzer].(*statuses.Result)
	g := &graph{p: p}
	runRemoved(p, g)
	runLeases(p, g)
	for _, u := range known.Statements {
		if !u.ByID || u.Mongo || len(u.Set) == 0 || p.Quiet(u.Call.Pos()) {
			continue
		}
		for _, q := range known.Statements {
			col := claims(q, u)
			if col == "" || !g.together(q.Call, u.Call) && !g.claimsByName(q.Call, u.Call) {
				continue
			}
			report(p, g, q, u, col)
			break
		}
	}
}

// claims returns the column by whose value a query selects rows and that an update by the key then
// sets, without asking for it again; "" if there is none.
func claims(q, u *statuses.Statement) string {
	if q.Table != u.Table || !q.Known() || len(q.Set) > 0 || q.ByID || q.Mongo || !lists(q.Text) || locks(q.Text) {
		return ""
	}
	for _, col := range slices.Sorted(maps.Keys(u.Set)) {
		if len(u.Where[col]) > 0 || asksNull(u.Text, col) {
			continue
		}
		to := u.Set[col]
		state := slices.ContainsFunc(q.Where[col], func(v statuses.Value) bool {
			return v.Const != "" && v.Const != to.Const || strings.EqualFold(v.SQL, "false")
		})
		if state || asksNull(q.Text, col) && !strings.EqualFold(to.SQL, "null") {
			return col
		}
	}
	return ""
}

func report(p *check.Pass, g *graph, q, u *statuses.Statement, col string) {
	if at := g.exclusive(q.Call, u.Call); at != nil {
		p.Safe(u.Call, col, verdict.Handled, at.Pos())
		return
	}
	var doubts []check.Doubt
	if !strings.Contains(q.Text+u.Text, "$1") {
		doubts = append(doubts, check.Doubting(verdict.OneProcess, q.Call.Pos()))
	}
	if !g.together(q.Call, u.Call) {
		reportNamed(p, q, u, col, doubts)
		return
	}
	p.Report(check.Finding{
		At: q.Call,
		Message: fmt.Sprintf("two replicas work on the same rows: both select them here before either sets %s at %s, which does not ask for it again",
			col, p.Where(u.Call.Pos(), q.Call.Pos())),
		Trace:  []check.Hop{{Pos: u.Call.Pos(), Message: "set here, by the key alone"}},
		Doubts: doubts,
	})
}
