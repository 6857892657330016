package serving

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// joinsOthers reports whether a call waits for a local group whose goroutines have nothing to do with a server: how long
// they take says nothing about its shutdown.
//
//	wg.Go(func() { relay.Run(ctx) })
//	context.AfterFunc(ctx, func() { srv.Shutdown(c) })
//	err = srv.ListenAndServe()
//	wg.Wait()
func (s *Signalled) joinsOthers(wait *ssa.CallCommon) bool {
	if ssaflow.Callee(wait) != "(*sync.WaitGroup).Wait" || len(wait.Args) == 0 {
		return false
	}
	group, ok := wait.Args[0].(*ssa.Alloc)
	if !ok {
		return false
	}
	var counted []*ssa.Function
	for _, ref := range ssabuild.Referrers(group) {
		switch ref := ref.(type) {
		case *ssa.MakeClosure:
			counted = append(counted, ref.Fn.(*ssa.Function))
		case ssa.CallInstruction:
			name := ssaflow.Callee(ref.Common())
			if !strings.HasPrefix(name, "(*sync.WaitGroup).") {
				return false
			}
			if name == "(*sync.WaitGroup).Go" {
				bodies := s.bodiesOf(ref)
				if len(bodies) == 0 {
					return false
				}
				counted = append(counted, bodies...)
			}
		case *ssa.DebugRef:
		default:
			return false
		}
	}
	return len(counted) > 0 && !slices.ContainsFunc(counted, func(fn *ssa.Function) bool { return s.hasServer(fn, 3) })
}

// bodiesOf returns what the goroutine that a call starts runs; nil where that is not known.
func (s *Signalled) bodiesOf(start ssa.CallInstruction) []*ssa.Function {
	for _, other := range s.flow.Starts() {
		if other.Instr == start && other.Complete {
			return other.Bodies
		}
	}
	return nil
}

// hasServer reports whether a function, or one of the package that it calls, calls a method of a server, or passes one on.
func (s *Signalled) hasServer(fn *ssa.Function, depth int) bool {
	for instr := range ssaflow.Instrs(fn) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			continue
		}
		if slices.ContainsFunc(call.Common().Args, func(v ssa.Value) bool { return catalog.IsServer(callmatch.TypeName(v.Type())) }) {
			return true
		}
		fns, _ := s.flow.Callees(call)
		if len(fns) > 0 && (depth == 0 || slices.ContainsFunc(fns, func(fn *ssa.Function) bool { return s.hasServer(fn, depth-1) })) {
			return true
		}
	}
	return false
}
