package blockingunderlock

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/lockuse"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportCallbacks reports functions that importers have registered and that are called with the lock held
// under which they are registered:
//
//	b.mu.Lock()
//	for _, h := range b.handlers {
//		h(e) // deadlocks where it calls Subscribe or the function that removes it
//	}
//
// Doubtful where nothing removes a function, and nothing returns what the caller of the functions has changed,
// which they ask for: then only another registration deadlocks.
func reportCallbacks(p *check.Pass, model *lockset.Package) {
	seen := make(map[ssa.Instruction]bool)
	for _, b := range lockuse.Blockings(model, isCallback) {
		call := source.CallAt(p, b.Instr.Pos())
		field := heldIn(b.Instr.(*ssa.Call).Call.Value, 8)
		if call == nil || field == nil || seen[b.Instr] || p.Quiet(b.Instr.Pos()) {
			continue
		}
		for _, hold := range b.Holds {
			r := registryOf(model, hold, field, b.Instr.(*ssa.Call).Call.Value.Type())
			if r.adds == nil || r.forbids {
				continue
			}
			seen[b.Instr] = true
			reportCallback(p, b, hold, call, r)
			break
		}
	}
}

// isCallback reports whether an instruction calls a function value.
func isCallback(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok || call.Call.IsInvoke() || call.Call.StaticCallee() != nil {
		return false
	}
	_, builtin := call.Call.Value.(*ssa.Builtin)
	return !builtin
}

// heldIn returns the field with the map or list that a value was found in, nil for other values.
func heldIn(v ssa.Value, depth int) *types.Var {
	if depth == 0 {
		return nil
	}
	switch v := v.(type) {
	case *ssa.Extract:
		return heldIn(v.Tuple, depth-1)
	case *ssa.Next:
		return heldIn(v.Iter, depth-1)
	case *ssa.Range:
		return heldIn(v.X, depth-1)
	case *ssa.Lookup:
		return heldIn(v.X, depth-1)
	case *ssa.IndexAddr:
		return heldIn(v.X, depth-1)
	case *ssa.Field:
		return heldIn(v.X, depth-1)
	case *ssa.UnOp:
		if field := loaded(v); field != nil && lockset.IsContainer(field.Type()) {
			return field
		}
		return heldIn(v.X, depth-1)
	case *ssa.FieldAddr:
		return heldIn(v.X, depth-1)
	case *ssa.Alloc: // the variable of a range
		for _, ref := range ssabuild.Referrers(v) {
			if store, ok := ref.(*ssa.Store); ok && store.Addr == ssa.Value(v) {
				return heldIn(store.Val, depth-1)
			}
		}
	}
	return nil
}

func reportCallback(p *check.Pass, b lockuse.Blocking, hold lockset.Hold, call *ast.CallExpr, r registry) {
	mu := source.ShortKey(p, hold.Key)
	if lock := source.CallAt(p, hold.Pos); lock != nil && b.Func.Encloses(hold.Pos) && hold.Callee == nil {
		mu = source.ReceiverText(p, lock)
	}
	other, doubts := r.adds, []check.Doubt{check.Doubting(verdict.CallsBack, call.Pos())}
	switch {
	case r.removes != nil:
		other, doubts = r.removes, nil
	case r.asks != nil:
		other, doubts = r.asks, nil
	}
	name := strings.TrimSuffix(ssaflow.Outermost(other.SSA).Name(), "$1")
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("deadlock where %s calls back: it was registered by a caller, and is called with %s held since %s, which %s acquires",
			p.Name(call.Fun), mu, p.Where(hold.Pos, call.Pos()), name),
		Trace:  []check.Hop{{Pos: hold.Pos, Message: "locked here"}, {Pos: other.SSA.Pos(), Message: "acquires it as well"}},
		Doubts: doubts,
	})
}
