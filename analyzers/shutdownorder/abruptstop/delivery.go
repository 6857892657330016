package abruptstop

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportDelivery reports the close of a connection over which the package subscribes to messages. Those that
// every subscriber gets may be of no more use to one that stops.
func (s *stopping) reportDelivery(expr *ast.CallExpr, why *reason, row catalog.Drained) {
	subscribed := s.mention(func(name string, _ *types.Func) bool { return row.Subscribes[name] })
	if !subscribed.IsValid() {
		return
	}
	doubts := why.doubts
	if shared := s.mention(func(name string, _ *types.Func) bool { return row.Shares[name] }); shared.IsValid() {
		subscribed = shared
	} else {
		doubts = append(doubts, check.Doubting(verdict.NothingWon, subscribed))
	}
	s.p.Report(check.Finding{
		At: expr,
		Message: fmt.Sprintf("messages that have arrived are dropped when the program stops: %s discards what the subscription (%s) has not handled, in place of a drain",
			s.p.Name(expr.Fun), s.p.Where(subscribed, expr.Pos())),
		Trace:  []check.Hop{{Pos: subscribed, Message: "the subscription is made here"}, {Pos: why.at, Message: why.what}},
		Doubts: doubts,
	})
}
