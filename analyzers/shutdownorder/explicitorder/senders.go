package explicitorder

import (
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/order"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/closesonce"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/joins"
)

// endsQueue reports whether the package calls a method of another one that closes a channel on which
// others of its methods send.
func endsQueue(p *check.Pass) bool {
	for _, obj := range p.TypesInfo.Uses {
		if fn, ok := obj.(*types.Func); ok && fn.Pkg() != p.Pkg && len(closesonce.Of(p.Pass).Senders(fn)) > 0 {
			return true
		}
	}
	return false
}

// underSenders reports
//
//	pool.Stop()          // closes its channel of jobs
//	server.Shutdown(ctx) // whose handlers call pool.Submit
//
// where the pool is of another package. The server may be, too.
func (o *orderer) underSenders(t *order.Timeline) {
	for _, end := range t.Steps {
		if len(end.Senders) == 0 || o.reported[end.At()] {
			continue
		}
		for _, stop := range slices.Concat(t.All(order.Waits), t.All(order.Stops)) {
			if !t.Before(end, stop) || !o.holding().Holds(stop.Subject, end.Subject) {
				continue
			}
			if slices.ContainsFunc(o.sentBy(stop), func(m string) bool { return slices.Contains(end.Senders, m) }) {
				o.report(t, end, stop, "requests in flight still send on the channel that it closes, which panics", nil, order.FixFor(t, end, stop))
				break
			}
		}
	}
}

// sentBy returns the methods that the handlers of a server call, of those that send on what another method
// closes.
func (o *orderer) sentBy(stop order.Step) []string {
	switch {
	case stop.Kind == order.Stops:
		return joins.Of(o.p.Pass).Requests().Sends
	case stop.Fact != nil && stop.Fact.Requests:
		return stop.Fact.Sends
	}
	return nil
}
