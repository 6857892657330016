package deferlifo

import (
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/order"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// checkClosedUnderServer reports a deferred release that runs before the deferred shutdown of a server whose
// handlers may use what it closes. A function that shuts a server down by a statement of its own, or in the same deferred literal, has stopped
// the requests before.
func checkClosedUnderServer(p *check.Pass, hold *order.Holding, rel order.Step, stops []order.Step) {
	if rel.Deferred == nil || slices.ContainsFunc(stops, func(s order.Step) bool { return s.Deferred == nil || s.Deferred == rel.Deferred }) {
		return
	}
	for _, stop := range stops {
		if stop.Subject == rel.Subject || !order.Above(p, stop.Stmt, rel.Stmt) {
			continue
		}
		if uses, doubts := hold.InRequests(stop, rel); uses {
			reportClosedEarly(p, rel, stop, "requests in flight may still use it", nil, doubts...)
			return
		}
	}
}
