package notflushed

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// succeeds reports whether a return may be one of success: it is not below the test of an error, and
// returns none that is known to be one.
func succeeds(ret *ssa.Return) bool {
	for b := ret.Block(); b.Idom() != nil; b = b.Idom() {
		d := b.Idom()
		branch, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		test, ok := branch.Cond.(*ssa.BinOp)
		if ok && test.Op == token.NEQ && callmatch.IsError(test.X.Type()) && d.Succs[0] == b && site.IsNil(test.Y) {
			return false
		}
	}
	last := ssaflow.LastResult(ret)
	return last == nil || !callmatch.IsError(last.Type()) || mayBeNil(last, make(map[ssa.Value]bool))
}

// mayBeNil reports whether an error that no test precedes may be nil: what a call returns that makes none, and what
// a result with a name holds.
func mayBeNil(err ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[err] {
		return false
	}
	seen[err] = true
	switch err := err.(type) {
	case *ssa.Const:
		return err.IsNil()
	case *ssa.Phi:
		return slices.ContainsFunc(err.Edges, func(edge ssa.Value) bool { return mayBeNil(edge, seen) })
	case *ssa.Extract:
		_, call := err.Tuple.(*ssa.Call)
		return call
	case *ssa.UnOp:
		_, named := err.X.(*ssa.Alloc)
		return named
	case *ssa.Call:
		fn := ssaflow.Object(&err.Call)
		return fn != nil && (asks(fn) || !catalog.MakesError(callmatch.Name(fn), fn.Name()))
	}
	return false
}

// asks reports whether a function is a method without parameters, which returns the error that there was,
// if any, as csv.Writer.Error does.
func asks(fn *types.Func) bool {
	return fn.Signature().Recv() != nil && fn.Signature().Params().Len() == 0
}

// used reports whether a call gets v, or what is made of it, on a way to exit.
func used(v ssa.Value, exit ssa.Instruction, seen map[ssa.Value]bool) bool {
	if seen[v] || v.Referrers() == nil {
		return false
	}
	seen[v] = true
	for _, ref := range ssabuild.Referrers(v) {
		switch ref := ref.(type) {
		case *ssa.Store:
			if cell, ok := ref.Addr.(*ssa.Alloc); ok && used(cell, exit, seen) {
				return true
			}
		case *ssa.Call:
			if ssaflow.Follows(ref, exit) && (!wraps(ref) || used(ref, exit, seen)) {
				return true
			}
		case *ssa.MakeClosure:
			return true
		case *ssa.UnOp, *ssa.Phi, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.Slice, *ssa.IndexAddr, *ssa.FieldAddr:
			if used(ref.(ssa.Value), exit, seen) {
				return true
			}
		}
	}
	return false
}

// wraps reports whether a call returns something to write to its argument with, as json.NewEncoder.
func wraps(call *ssa.Call) bool {
	fn := ssaflow.Object(&call.Call)
	return fn != nil && fn.Signature().Recv() == nil && catalog.Words(fn.Name())[0] == "new"
}
