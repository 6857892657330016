package blockedsend

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// owners returns the owners of channels in the package.
func owners(p *check.Pass) []*channel.Owner {
	flow := ssaflow.Of(p.Pass)
	var list []*channel.Owner
	for _, c := range flow.Channels() {
		if c.Foreign && c.Beyond && !c.Elements || len(c.Sends) == 0 || len(c.Receives)+len(c.Ranges) == 0 {
			continue
		}
		for _, m := range c.Makes {
			mk, ok := m.(*ssa.MakeChan)
			if !ok {
				break
			}
			size, ok := mk.Size.(*ssa.Const)
			if !ok {
				continue
			}
			for _, birth := range append(callsFor(flow, c, mk), mk) {
				if o := channel.NewOwner(flow, c, birth, size.Int64()); o != nil {
					list = append(list, o)
				}
			}
		}
	}
	return list
}

// callsFor returns the calls that return a channel which mk makes in the callee.
func callsFor(flow *ssaflow.Flow, c *ssaflow.Class, mk *ssa.MakeChan) []ssa.Instruction {
	calls, _ := flow.Callers(mk.Parent())
	var list []ssa.Instruction
	for _, call := range calls {
		if v, ok := call.(*ssa.Call); ok && returnsClass(flow, v, c) {
			list = append(list, v)
		}
	}
	return list
}

func returnsClass(flow *ssaflow.Flow, call *ssa.Call, c *ssaflow.Class) bool {
	if flow.Class(call) == c {
		return true
	}
	return slices.ContainsFunc(ssabuild.Referrers(call), func(ref ssa.Instruction) bool {
		ex, ok := ref.(*ssa.Extract)
		return ok && flow.Class(ex) == c
	})
}
