// Package claimnorecovery is the check jobsafety/claim-no-recovery: records are claimed
// for work, and nothing recovers abandoned claims.
package claimnorecovery

import (
	"embed"
	"fmt"
	"go/ast"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/statuses"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed claimnorecovery.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of jobsafety.
var Check = &check.Check{
	Slug:       "claim-no-recovery",
	Title:      "records are claimed for work, and nothing recovers abandoned claims",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	jobs.FindOneAndUpdate(ctx, bson.M{"status": "pending"}, bson.M{"$set": bson.M{"status": "running"}})
//	db.QueryRow(`UPDATE jobs SET status = 'running' WHERE status = 'pending' … RETURNING id`)
//
// and the same by ID alone, where another statement says that the work is done.
// Silent when any statement of the package, or of one it imports, looks for
// records in the claimed state other than by their ID: the claim itself, which
// may take stale ones too, a query, or an update. What a package above does
// cannot be seen; a library that does nothing else with the records leaves them to one.
func run(p *check.Pass) {
	known := p.ResultOf[statuses.Analyzer].(*statuses.Result)
	for _, s := range known.Statements {
		if p.Quiet(s.Call.Pos()) {
			continue
		}
		c := claimed(s)
		if c == nil {
			c = claimedAfterLock(p, known, s)
		}
		if c == nil {
			c = marked(known, s)
		}
		if c == nil || !s.Known() || known.Seeks(s, c.field, c.to) {
			continue
		}
		var doubts []check.Doubt
		if p.Pkg.Name() != "main" && !tends(known, s) {
			doubts = append(doubts, check.Doubting(verdict.Escapes, s.Call.Pos()))
		}
		in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
		cur, ok := astindex.Find(in, s.Call)
		if !ok {
			continue
		}
		p.Report(check.Finding{
			At: s.Call.Fun,
			Message: fmt.Sprintf("record stays claimed forever when its worker is killed: %s is set to %s here, and nothing looks for abandoned claims",
				subject(s, c), c.to),
			Doubts: doubts,
			Fix:    fixClaim(p, cur, s, c),
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

// claimedAfterLock returns the transition that s makes of a record by its ID,
// when another statement of the function has taken that record, in a state of its
// own, with SELECT … FOR UPDATE.
func claimedAfterLock(p *check.Pass, known *statuses.Result, s *statuses.Statement) *claim {
	if !s.ByID || s.Mongo {
		return nil
	}
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for _, lock := range known.Statements {
		if lock.Table != s.Table || len(lock.Set) > 0 || !strings.Contains(strings.ToUpper(lock.Text), "FOR UPDATE") || !sameFunction(in, s.Call, lock.Call) {
			continue
		}
		both := *s
		both.Where = lock.Where
		if c := claimed(&both); c != nil {
			return c
		}
	}
	return nil
}

// marked returns the transition of a record, by its ID, to a state of work, from which another
// statement of the package takes it when the work is done. What state it had before is not known.
func marked(known *statuses.Result, s *statuses.Statement) *claim {
	if !s.ByID {
		return nil
	}
	for _, field := range slices.Sorted(maps.Keys(s.Set)) {
		to := strings.ToLower(s.Set[field].Const)
		if catalog.WorkingStates[to] && slices.ContainsFunc(known.Statements, func(other *statuses.Statement) bool {
			return other.Table == s.Table && other.Mongo == s.Mongo && catalog.DoneStates[strings.ToLower(other.Set[field].Const)]
		}) {
			return &claim{field: field, to: to}
		}
	}
	return nil
}

func sameFunction(in *inspector.Inspector, x, y ast.Node) bool {
	cur, ok := astindex.Find(in, x)
	for decl := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		return ok && decl.Node().Pos() <= y.Pos() && y.End() <= decl.Node().End()
	}
	return false
}

// tends reports whether the package does anything with the table but to
// claim: else the records may be looked after, and recovered, by other packages. The main package has none above it that could.
func tends(known *statuses.Result, s *statuses.Statement) bool {
	return s.Mongo || slices.ContainsFunc(known.Statements, func(other *statuses.Statement) bool {
		return other != s && other.Table == s.Table && !strings.Contains(strings.ToUpper(other.Text), "FOR UPDATE")
	})
}

func subject(s *statuses.Statement, c *claim) string {
	if name := s.Name(); name != "" {
		return name + "." + c.field
	}
	return c.field
}
