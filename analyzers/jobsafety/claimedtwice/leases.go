package claimedtwice

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/statuses"
	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

var (
	finds      = lazyregexp.New(`(?is)^\s*select\b.*?\bfrom\s+["` + "`" + `]?([\w.]+)["` + "`" + `]?\s.*\bwhere\b`)
	overwrites = lazyregexp.New(`(?is)^\s*insert\s+into\s+["` + "`" + `]?([\w.]+)["` + "`" + `]?.*\bon\s+(?:conflict\b.*\bdo\s+update\s+set|duplicate\s+key\s+update)\b(.*)$`)
	conditions = lazyregexp.New(`(?i)\b(?:where|if|case|greatest|least)\b`)
)

// runLeases reports a lease that is looked up and then written without a condition:
//
//	func (m *Manager) Acquire(ctx context.Context, name string) error {
//		err := db.QueryRowContext(ctx, `SELECT node FROM leases WHERE name = $1 AND expires > now()`, name).Scan(&node)
//		if err == nil { return ErrHeld }
//		…
//		_, err = db.ExecContext(ctx, `INSERT INTO leases … ON CONFLICT (name) DO UPDATE SET node = $2`, name, m.node)
//
// in a function that by its name makes its caller the owner. Safe is a condition of the update, and what lets
// one replica at a time run both.
func runLeases(p *check.Pass, g *graph) {
	for fn, decl := range astindex.Funcs(p.Pass) {
		if !catalog.ClaimWords[catalog.Words(fn.Name())[0]] || p.Quiet(decl.Pos()) {
			continue
		}
		var queries []rowCall
		ast.Inspect(decl.Body, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			text := statementOf(p, call)
			if m := finds().FindStringSubmatch(text); m != nil {
				queries = append(queries, rowCall{call, strings.ToLower(m[1]), text})
			} else if m := overwrites().FindStringSubmatch(text); m != nil && !conditions().MatchString(m[2]) {
				judgeLease(p, g, queries, rowCall{call, strings.ToLower(m[1]), text})
			}
			return true
		})
	}
}

// judgeLease reports the statement that writes, where one of the queries has looked for a row of its table.
func judgeLease(p *check.Pass, g *graph, queries []rowCall, u rowCall) {
	for _, q := range queries {
		if q.table != u.table {
			continue
		}
		if at := g.exclusive(q.call, u.call); at != nil {
			p.Safe(u.call, u.table, verdict.Handled, at.Pos())
			return
		}
		var doubts []check.Doubt
		if !strings.Contains(q.text+u.text, "$1") && !strings.Contains(strings.ToLower(u.text), "duplicate") {
			doubts = append(doubts, check.Doubting(verdict.OneProcess, q.call.Pos()))
		}
		p.Report(check.Finding{
			At: u.call,
			Message: fmt.Sprintf("two replicas become the owner of the same row of %s: both find it free at %s before either writes it here, without a condition",
				u.table, p.Where(q.call.Pos(), u.call.Pos())),
			Trace:  []check.Hop{{Pos: q.call.Pos(), Message: "looked up here"}},
			Doubts: doubts,
		})
		return
	}
}

// reportNamed reports an update by which callers in other packages claim a row that both have selected.
func reportNamed(p *check.Pass, q, u *statuses.Statement, col string, doubts []check.Doubt) {
	p.Report(check.Finding{
		At: u.Call,
		Message: fmt.Sprintf("two replicas claim the same row: it sets %s by the key alone, and does not ask again for the value by which both select rows at %s",
			col, p.Where(q.Call.Pos(), u.Call.Pos())),
		Trace:  []check.Hop{{Pos: q.Call.Pos(), Message: "selected here"}},
		Doubts: append(doubts, check.Doubting(verdict.NoCaller, u.Call.Pos())),
	})
}

// claimsByName reports whether an exported function that by its name claims something makes an update, and
// another one the query, and callers in other packages use both.
func (g *graph) claimsByName(q, u *ast.CallExpr) bool {
	query, update := g.around(q), g.around(u)
	if query == nil || update == nil || query == update || !query.Name.IsExported() || !update.Name.IsExported() {
		return false
	}
	fn, _ := g.p.TypesInfo.Defs[update.Name].(*types.Func)
	return catalog.ClaimWords[catalog.Words(update.Name.Name)[0]] && len(astindex.Of(g.p.Pass).Calls[fn]) == 0 && callmatch.CanFail(fn.Signature())
}
