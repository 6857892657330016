package busyloop

import (
	"fmt"
	"go/ast"
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// polled reports
//
//	for ctx.Err() == nil {
//		job, err := s.next(ctx)
//		if errors.Is(err, ErrNoJob) {
//			continue
//		}
//
// where nothing pauses between two questions of which the answer is that there is nothing, and the same after any
// failure of a call that receives from a broker. A call whose body is not known may itself wait for something to
// arrive, unless its documentation says that it does not.
func (s *spin) polled(node ast.Node) bool {
	if s.limit != nil || s.loop.Post != nil || s.loop.Cond != nil && !s.predicate(s.loop.Cond) {
		return false
	}
	for i, stmt := range s.loop.Body.List {
		call, failure := s.tried(stmt)
		if call == nil {
			if !s.quiet(stmt) && !leavingSelect(stmt) || alwaysLeaves(stmt) {
				return false
			}
			continue
		}
		if s.varies(call) {
			return false
		}
		rest := s.loop.Body.List[i+1:]
		switch asked := s.answers(callmatch.Callee(s.p.TypesInfo, call), 2); {
		case asked == waits:
		case asked == receives && s.repeats(rest, func(cond ast.Expr) bool { return s.tests(cond, failure, token.NEQ) }):
			s.reportPoll(node, call, "what is down gets requests without end, and the log is flooded", "after a failure", nil)
			return true
		case s.repeats(rest, func(cond ast.Expr) bool { return s.nothing(cond, failure) }):
			var doubts []check.Doubt
			if asked == unknown {
				doubts = append(doubts, check.Doubting(verdict.MayWait, call.Pos()))
			}
			s.reportPoll(node, call, "loop takes a whole core while there is nothing to do", "where it has found nothing", doubts)
			return true
		}
		return false
	}
	return false
}

func (s *spin) reportPoll(node ast.Node, call *ast.CallExpr, what, when string, doubts []check.Doubt) {
	s.p.Report(check.Finding{
		At:      check.Span(node.Pos(), s.loop.Body.Lbrace),
		Message: fmt.Sprintf("%s: the loop repeats %s (line %d) %s without a pause", what, s.p.Source(call.Fun), s.p.Line(call.Pos()), when),
		Trace:   []check.Hop{{Pos: call.Pos(), Message: "asked again"}},
		Doubts:  doubts,
	})
}
