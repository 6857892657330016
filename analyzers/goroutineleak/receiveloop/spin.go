package receiveloop

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// spins reports an error of the receive with which the loop continues, whatever it is. A guard is what the
// loop asks for its end, which is not that of the connection.
func (l *loop) spins(call *ast.CallExpr, sel *ast.SelectorExpr, kind catalog.Receive, guard string) {
	branch := l.errorBranch(call)
	if l.stmt.Cond != nil && guard == "" || branch == nil || leaves(l.p, branch) {
		return
	}
	if at := l.asks(branch, sel.X); at.IsValid() {
		l.p.Safe(call, l.p.Source(sel.X), verdict.Handled, at)
		return
	}
	if l.apart != nil && !kind.Scarce {
		l.p.Safe(call, l.p.Source(sel.X), verdict.Handled, l.apart.Pos())
		return
	}
	when, doubts := l.ending(call, sel, kind)
	if guard == "" && l.apart == nil && l.exits(branch) {
		doubts = append(doubts, check.Doubting(verdict.OtherEnd, l.stmt.Pos()))
	}
	at := ast.Node(call)
	if n := len(branch.List); n > 0 {
		if b, ok := branch.List[n-1].(*ast.BranchStmt); ok {
			at = b
		}
	}
	l.p.Report(check.Finding{
		At: at,
		Message: fmt.Sprintf("loop at %s spins once %s: after that %s returns its error immediately, and the loop calls it again",
			l.p.Where(l.stmt.Pos(), at.Pos()), when, l.p.Name(call.Fun)),
		Trace:  []check.Hop{{Pos: call.Pos(), Message: "this call fails each time"}},
		Doubts: doubts,
		Fix:    l.fix(at, call, kind),
	})
}

// ending says what makes each further receive fail, with what speaks against it: a listener
// that nothing closes, a context that nothing ends.
func (l *loop) ending(call *ast.CallExpr, sel *ast.SelectorExpr, kind catalog.Receive) (string, []check.Doubt) {
	if kind.Context && len(call.Args) > 0 {
		return l.p.Source(call.Args[0]) + " is canceled", l.rootDoubts(call)
	}
	if kind.Until != "" {
		return kind.Until, nil
	}
	subject := l.p.Source(sel.X)
	if kind.Peer {
		return subject + " is at its end", nil
	}
	closed, doubts := l.closers(sel.X)
	if kind.Scarce && (!closed.IsValid() || l.apart != nil) {
		return "the process has no free file descriptor", nil
	}
	if !closed.IsValid() {
		return subject + " is closed", append(doubts, check.Doubting(verdict.Lifetime, l.stmt.Pos()))
	}
	return subject + " is closed", nil
}

func fieldOf(info *types.Info, expr ast.Expr) *types.Var {
	if sel, ok := ast.Unparen(expr).(*ast.SelectorExpr); ok {
		if v, ok := info.Uses[sel.Sel].(*types.Var); ok && v.IsField() {
			return v
		}
	}
	return nil
}
