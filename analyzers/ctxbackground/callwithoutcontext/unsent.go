package callwithoutcontext

import (
	"go/ast"
	"go/types"
	"iter"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/outbound"
)

// constructs reports whether a call makes a value and cannot fail, by its name: the context may be one of those that the
// value carries, and end nothing.
func constructs(v *variant) bool {
	return !callmatch.CanFail(v.fn.Signature()) && catalog.Words(v.fn.Name())[0] == "new"
}

// unsent reports whether a call makes a request that is only passed to functions of the module that send nothing.
func unsent(p *check.Pass, cur inspector.Cursor, v *variant) bool {
	if callmatch.Name(v.fn) != "net/http.NewRequest" {
		return false
	}
	passed, sent := false, false
	for use := range v.uses(p, cur) {
		kind, _ := use.ParentEdge()
		switch kind {
		case edge.SelectorExpr_X, edge.AssignStmt_Lhs:
			sel, ok := use.Parent().Node().(*ast.SelectorExpr)
			sent = sent || ok && strings.HasPrefix(sel.Sel.Name, "W") // Write, WriteProxy
		case edge.CallExpr_Args:
			fn := callmatch.Callee(p.TypesInfo, use.Parent().Node().(*ast.CallExpr))
			passed = true
			sent = sent || !known(p, fn) || outbound.Of(p.Pass).Sends(fn)
		default:
			sent = true
		}
	}
	return passed && !sent
}

// known reports whether the body of a function is one of the module.
func known(p *check.Pass, fn *types.Func) bool {
	if fn == nil || callmatch.Foreign(p.Pass, fn) || callmatch.Std(fn) && fn.Pkg() != p.Pkg {
		return false
	}
	recv := fn.Signature().Recv()
	return recv == nil || !types.IsInterface(recv.Type())
}

// uses yields the uses of the variable that holds what the call makes.
func (v *variant) uses(p *check.Pass, cur inspector.Cursor) iter.Seq[inspector.Cursor] {
	return func(yield func(inspector.Cursor) bool) {
		holder := v.holder(p, cur)
		if holder == nil {
			return
		}
		for _, id := range astindex.Of(p.Pass).Uses[holder] {
			if use, ok := astindex.Find(cur.Inspector(), id); ok && !yield(use) {
				return
			}
		}
	}
}

// detached reports whether a command is started, and not waited for: it may have to outlive the caller.
func detached(p *check.Pass, cur inspector.Cursor, v *variant) bool {
	started, waited := false, false
	for use := range v.uses(p, cur) {
		sel, ok := use.Parent().Node().(*ast.SelectorExpr)
		if !ok || sel.X != use.Node() {
			kind, _ := use.ParentEdge()
			waited = waited || kind != edge.AssignStmt_Lhs
			continue
		}
		started = started || sel.Sel.Name == "Start"
		waited = waited || slices.Contains([]string{"Wait", "Run", "Output", "CombinedOutput"}, sel.Sel.Name)
	}
	return started && !waited
}
