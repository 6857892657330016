package claimedtwice

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

var (
	oldest  = lazyregexp.New(`(?is)^\s*select\b.*?\bfrom\s+["` + "`" + `]?([\w.]+)["` + "`" + `]?\s.*\blimit\b`)
	removes = lazyregexp.New(`(?is)^\s*delete\s+from\s+["` + "`" + `]?([\w.]+)["` + "`" + `]?\s+where\s+["` + "`" + `]?(?:id|uuid|\w+_id)["` + "`" + `]?\s*=\s*(?:any\s*\(\s*)?(?:\$\d+|\?|[:@]\w+)`)
	byKey   = lazyregexp.New(`(?is)\bwhere\s+["` + "`" + `]?\w*id["` + "`" + `]?\s*=`)
)

// A rowCall is a call with the text of a statement about rows of a table.
type rowCall struct {
	call        *ast.CallExpr
	table, text string
}

// runRemoved reports a row that is deleted only after the work on it, where nothing keeps a second replica
// from selecting it before that:
//
//	row := db.QueryRow(`SELECT id, body FROM outbox ORDER BY id LIMIT 1`)
//	…
//	publish(ctx, body)
//	db.Exec(`DELETE FROM outbox WHERE id = $1`, id)
//
// Rows that are deleted without such work, or before it, may be selected twice.
func runRemoved(p *check.Pass, g *graph) {
	var queries, deletes []rowCall
	for _, to := range calls.All(p.Pass) {
		text := statementOf(p, to.Expr)
		if text == "" || p.Quiet(to.Expr.Pos()) {
			continue
		}
		if m := oldest().FindStringSubmatch(text); m != nil && lists(text) && !locks(text) && !byKey().MatchString(text) {
			queries = append(queries, rowCall{to.Expr, strings.ToLower(m[1]), text})
		} else if m := removes().FindStringSubmatch(text); m != nil {
			deletes = append(deletes, rowCall{to.Expr, strings.ToLower(m[1]), text})
		}
	}
	for _, q := range queries {
		for _, d := range deletes {
			if q.table != d.table || !g.together(q.call, d.call) {
				continue
			}
			if work := g.between(q.call, d.call); work != nil {
				reportRemoved(p, g, q, d, work)
				break
			}
		}
	}
}

// statementOf returns the constant text among the arguments of a call.
func statementOf(p *check.Pass, call *ast.CallExpr) string {
	for _, arg := range call.Args {
		if value := p.TypesInfo.Types[arg].Value; value != nil && value.Kind() == constant.String && len(constant.StringVal(value)) > 15 {
			return constant.StringVal(value)
		}
	}
	return ""
}

func reportRemoved(p *check.Pass, g *graph, q, d rowCall, work *ast.CallExpr) {
	if at := g.exclusive(q.call, d.call); at != nil {
		p.Safe(d.call, d.table, verdict.Handled, at.Pos())
		return
	}
	var doubts []check.Doubt
	if !strings.Contains(q.text+d.text, "$1") {
		doubts = append(doubts, check.Doubting(verdict.OneProcess, q.call.Pos()))
	}
	p.Report(check.Finding{
		At: q.call,
		Message: fmt.Sprintf("two replicas work on the same row of %s: both select it here, and it is deleted at %s, after %s",
			d.table, p.Where(d.call.Pos(), q.call.Pos()), p.Name(work.Fun)),
		Trace:  []check.Hop{{Pos: work.Pos(), Message: "works on the row"}, {Pos: d.call.Pos(), Message: "deleted here"}},
		Doubts: doubts,
	})
}

// between returns a call that a function which runs both of two calls makes between them, and that works
// outside of the database.
func (g *graph) between(q, u *ast.CallExpr) (work *ast.CallExpr) {
	a, b := g.around(q), g.around(u)
	for _, fn := range g.common(a, b) {
		from, to := g.in(fn, a, q), g.in(fn, b, u)
		if !from.IsValid() || !to.IsValid() {
			continue
		}
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if ok && work == nil && from < call.Pos() && call.End() < to && g.works(call) {
				work = call
			}
			return work == nil
		})
	}
	return work
}

// in returns where a function makes a call that is in another one, or itself.
func (g *graph) in(fn, around *ast.FuncDecl, call *ast.CallExpr) (at token.Pos) {
	if fn == around {
		return call.Pos()
	}
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if ok && !at.IsValid() {
			if callee := callmatch.Callee(g.p.TypesInfo, c); callee != nil && callee == g.p.TypesInfo.Defs[around.Name] {
				at = c.Pos()
			}
		}
		return !at.IsValid()
	})
	return at
}

// works reports whether a call is passed a context, can fail, and is of a function value or of an interface
// that is none of the database.
func (g *graph) works(call *ast.CallExpr) bool {
	sig, ok := g.p.TypesInfo.TypeOf(call.Fun).Underlying().(*types.Signature)
	if !ok || len(call.Args) == 0 || !ctxscope.IsContext(g.p.TypesInfo.TypeOf(call.Args[0])) || !callmatch.CanFail(sig) || statementOf(g.p, call) != "" {
		return false
	}
	fn := callmatch.Callee(g.p.TypesInfo, call)
	if fn == nil {
		return true
	}
	return fn.Signature().Recv() != nil && types.IsInterface(fn.Signature().Recv().Type()) && fn.Pkg() == g.p.Pkg
}
