package exitinhandler

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/exits"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportElsewhere reports calls of functions of other packages, in what handles requests, messages and jobs,
// that end the process when they fail:
//
//	func (h *Handler) list(w http.ResponseWriter, r *http.Request) {
//		s := db.NewSession() // log.Fatal where the database refuses the connection
//
// Of several calls of one function the first stands for all.
func reportElsewhere(p *check.Pass) {
	seen := make(map[*types.Func]bool)
	for cur, to := range calls.All(p.Pass) {
		by := exits.Of(p.Pass).Fails(to.Func)
		if by == "" || to.Func.Pkg() == p.Pkg || seen[to.Func] || p.Quiet(to.Expr.Pos()) {
			continue
		}
		if e := entryOf(p, cur, maxCalls); e != nil && !e.item {
			seen[to.Func] = true
			reportFailing(p, cur, e, to.Func, by)
		}
	}
}

func reportFailing(p *check.Pass, cur inspector.Cursor, e *entry, fn *types.Func, by string) {
	call := cur.Node().(*ast.CallExpr)
	var doubts []check.Doubt
	if catalog.LifetimeWords[catalog.Words(fn.Name())[0]] {
		doubts = append(doubts, check.Doubting(verdict.Bootstrap, call.Pos()))
	}
	if e.calls > 1 {
		doubts = append(doubts, check.Doubting(verdict.Branches, e.via))
	}
	p.Report(check.Finding{
		At: call.Fun,
		Message: fmt.Sprintf("one %s ends the process, and with it all other work: %s in %s exits by %s when it fails",
			e.kind.One, p.Source(call.Fun), e.name(p), by),
		Trace:  e.trace(),
		Doubts: doubts,
	})
}
