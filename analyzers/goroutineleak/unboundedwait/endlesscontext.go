package unboundedwait

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// An endlessContext judges the context of a shutdown.
type endlessContext struct {
	flow  *ssaflow.Flow
	stop  ssa.CallInstruction
	given *ssa.Parameter // of a function of main that something else calls, such as a library for commands
}

// is reports whether a context is one that never ends, as far as the package shows all that it may be: nor does
// one that is canceled only after the shutdown.
func (c *endlessContext) is(ctx ssa.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	switch v := ctx.(type) {
	case *ssa.Call:
		switch ssaflow.Callee(&v.Call) {
		case "context.Background", "context.TODO", "context.WithoutCancel":
			return true
		case "context.WithValue":
			return c.is(v.Call.Args[0], depth-1)
		}
	case *ssa.Extract:
		call, ok := v.Tuple.(*ssa.Call)
		return ok && v.Index == 0 && ssaflow.Callee(&call.Call) == "context.WithCancel" && c.canceledAfter(call) && c.is(call.Call.Args[0], depth-1)
	case *ssa.UnOp:
		x := v.X
		if free, ok := x.(*ssa.FreeVar); ok {
			x = outermost(free)
		}
		if alloc, ok := x.(*ssa.Alloc); ok {
			return c.is(ssaflow.OnlyStore(alloc), depth-1)
		}
	case *ssa.Parameter:
		return c.argument(v, depth)
	}
	return false
}

func outermost(free *ssa.FreeVar) ssa.Value {
	x := ssaflow.Binding(free)
	if next, ok := x.(*ssa.FreeVar); ok {
		return outermost(next)
	}
	return x
}

// argument reports whether all calls of its function give a parameter a context that never ends.
func (c *endlessContext) argument(param *ssa.Parameter, depth int) bool {
	fn := param.Parent()
	callers, complete := c.flow.Callers(fn)
	for _, call := range callers {
		args, i := call.Common().Args, slices.Index(fn.Params, param)
		if call.Common().StaticCallee() != fn || !c.is(args[i], depth-1) {
			return false
		}
	}
	if !complete && fn.Pkg != nil && fn.Pkg.Pkg.Name() == "main" && fn.Parent() == nil && len(fn.Blocks) > 0 {
		c.given = param
		return true
	}
	return complete && len(callers) > 0
}

// canceledAfter reports whether the context that a call makes is canceled by nothing but calls that are
// deferred, or that the function of the shutdown makes after it.
func (c *endlessContext) canceledAfter(made *ssa.Call) bool {
	for _, ref := range ssabuild.Referrers(made) {
		if cancel, ok := ref.(*ssa.Extract); ok && cancel.Index == 1 {
			return c.endsAfter(cancel, 4)
		}
	}
	return true
}

// endsAfter does the same for a value that is the cancel function.
func (c *endlessContext) endsAfter(cancel ssa.Value, depth int) bool {
	if depth == 0 || cancel.Referrers() == nil {
		return false
	}
	return !slices.ContainsFunc(ssabuild.Referrers(cancel), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.DebugRef, *ssa.Defer:
			return false
		case *ssa.Call:
			return ref.Call.Value != cancel || ref.Parent() != c.stop.Parent() || ssaflow.Follows(ref, c.stop)
		case *ssa.Store:
			alloc, ok := ref.Addr.(*ssa.Alloc)
			return !ok || !c.heldAfter(alloc, depth-1)
		}
		return true
	})
}

// heldAfter does the same for a variable, or one that a literal captures, which holds the cancel function.
func (c *endlessContext) heldAfter(held ssa.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	return !slices.ContainsFunc(ssabuild.Referrers(held), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.DebugRef, *ssa.Store:
			return false
		case *ssa.UnOp:
			return !c.endsAfter(ref, depth)
		case *ssa.MakeClosure:
			free := ref.Fn.(*ssa.Function).FreeVars[slices.Index(ref.Bindings, held)]
			return !c.heldAfter(free, depth-1)
		}
		return true
	})
}
