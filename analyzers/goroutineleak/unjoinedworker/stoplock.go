package unjoinedworker

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/worker"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// heldLock returns the lock that the method has to release while it waits, because the
// goroutine takes it too; "" if it need not. It is not ok if the method holds such a lock
// other than from its first statement to its end.
func heldLock(p *check.Pass, h *unjoinedStop, decl *ast.FuncDecl) (lock string, ok bool) {
	flow := ssaflow.Of(p.Pass)
	mine := lockFields([]*ssa.Function{h.method})
	theirs := lockFields(worker.Reached(flow, h.body))
	shared := 0
	for field := range mine {
		if theirs[field] || theirs[nil] || field == nil {
			shared++
		}
	}
	if shared == 0 {
		return "", true
	}
	if len(decl.Body.List) < 2 || len(mine) > 1 {
		return "", false
	}
	first, isExpr := decl.Body.List[0].(*ast.ExprStmt)
	second, isDefer := decl.Body.List[1].(*ast.DeferStmt)
	if !isExpr || !isDefer {
		return "", false
	}
	call, isCall := first.X.(*ast.CallExpr)
	if !isCall {
		return "", false
	}
	takes, isLock := catalog.Locks[callmatch.CalleeName(p.TypesInfo, call)]
	gives, isUnlock := catalog.Locks[callmatch.CalleeName(p.TypesInfo, second.Call)]
	lock = p.Source(waitgroup.Receiver(call))
	return lock, isLock && isUnlock && takes.Acquire && !takes.Read && !gives.Acquire && lock == p.Source(waitgroup.Receiver(second.Call))
}

// lockFields returns the fields that hold the locks which the functions take; nil
// stands for a lock that is elsewhere.
func lockFields(fns []*ssa.Function) map[*types.Var]bool {
	fields := make(map[*types.Var]bool)
	for _, fn := range fns {
		for _, call := range ssainstr.Calls(fn) {
			if !catalog.Locks[ssaflow.Callee(call.Common())].Acquire {
				continue
			}
			if call.Common().IsInvoke() {
				fields[nil] = true
			} else if addr, ok := call.Common().Args[0].(*ssa.FieldAddr); ok {
				fields[ssaflow.Field(addr)] = true
			} else {
				fields[fieldOf(call.Common().Args[0])] = true
			}
		}
	}
	return fields
}
