package exitskipsdefer

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/cfg"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/cause"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/loss"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// An unmissed call is deferred, and would not be missed at an exit, for a reason.
type unmissed struct {
	kind *verdict.Proof
	at   token.Pos
}

// pendingReleases returns the deferred calls that are pending at an exit and
// whose work would be missed, the last one deferred first; and why the first of the others
// would not be missed.
func pendingReleases(p *check.Pass, graph *cfg.CFG, at *cfg.Block, index int, exit *ast.CallExpr) (list []*loss.Loss, safe *unmissed) {
	for _, b := range graph.Blocks {
		for i, n := range b.Nodes {
			stmt, ok := n.(*ast.DeferStmt)
			if !ok || !(b == at && i < index || reaches(b, at)) {
				continue
			}
			l := loss.Missed(p, stmt, exit)
			if proof := answered(p, graph, l, exit, at, index); proof != nil {
				if safe == nil {
					safe = &unmissed{proof, stmt.Pos()}
				}
				continue
			}
			if len(l.Doubts) == 0 && (inVain(p, l.Call, exit) || handedOn(p, graph, l.Call, at, index)) {
				l.Doubts = []check.Doubt{check.Doubting(verdict.NothingWon, l.Call.Pos())}
			}
			if failed := cause.Constant(p, exit); failed != nil {
				l.Doubts = append(l.Doubts, check.Doubting(verdict.OwnConstants, failed.Pos()))
			}
			list = append([]*loss.Loss{l}, list...)
		}
	}
	return list, safe
}

// answered returns why a deferred call is not missed at an exit, nil if it is: what it
// undoes ends with the process, or has not begun, or the exit or what is called before it does
// the same.
func answered(p *check.Pass, graph *cfg.CFG, l *loss.Loss, exit *ast.CallExpr, at *cfg.Block, index int) *verdict.Proof {
	switch {
	case l == nil:
		return verdict.WithProcess
	case endedItself(p, l.Call, exit), madeBefore(p, l.Call, exit), renamed(p, graph, l.Call, at, index):
		return verdict.Handled
	case startedBy(p, at.Nodes[index]) != nil:
		return nil // the function continues, and may have used it
	case unused(p, graph, l.Call, exit, at, index):
		return verdict.Private
	}
	return nil
}

// reaches reports whether control can get from the end of one block to the start
// of another.
func reaches(from, to *cfg.Block) bool {
	return canReach(from, to, func(b *cfg.Block) []*cfg.Block { return b.Succs })
}

// canReach reports whether a path of at least one edge leads from one block of a
// graph to another.
func canReach[B comparable](from, to B, succs func(B) []B) bool {
	seen := make(map[B]bool)
	var visit func(b B) bool
	visit = func(b B) bool {
		for _, s := range succs(b) {
			if s == to {
				return true
			}
			if !seen[s] {
				seen[s] = true
				if visit(s) {
					return true
				}
			}
		}
		return false
	}
	return visit(from)
}
