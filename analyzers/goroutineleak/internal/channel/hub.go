package channel

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// OfHub reports whether the receiver is the loop of a hub: it receives on several channels what exported functions send,
// which callers make in goroutines of their own, as those of requests. Nothing keeps these from calling them when the loop
// has left.
//
//	func (h *Hub) Subscribe(s *Sub)   { h.join <- s }
//	func (h *Hub) Unsubscribe(s *Sub) { h.leave <- s }
func (d *Desertion) OfHub(flow *ssaflow.Flow) bool {
	served := make(map[*ssaflow.Class]bool)
	for _, state := range d.Wait.States {
		if c := flow.ChannelSource(state.Chan).Channel; state.Dir == types.RecvOnly && c != nil && sentByExported(c) {
			served[c] = true
		}
	}
	return len(served) > 1 && served[d.Class]
}

// sentByExported reports whether an exported function sends on the channel.
func sentByExported(c *ssaflow.Class) bool {
	return slices.ContainsFunc(c.Sends, func(op ssaflow.Op) bool {
		obj := op.Fn().Object()
		_, plain := op.Instr.(*ssa.Send)
		_, waits := op.Instr.(*ssa.Select)
		return obj != nil && obj.Exported() && (plain || waits)
	})
}
