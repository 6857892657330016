// Package stale has what the checks share that look at objects which were found under a lock, and
// are used after it was released.
package stale

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/criticalsection"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/atomicity"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// Lock returns the lock under which the object was found, as messages name it, and the call
// that acquires it there; nil if there is no such call.
func Lock(p *check.Pass, s atomicity.Stale) (string, *ast.CallExpr) {
	call := source.CallAt(p, s.Hold.Pos)
	if call == nil || s.Finder != nil {
		return source.ShortKey(p, s.Hold.Key), call
	}
	return source.ReceiverText(p, call), call
}

// Protect acquires the lock for the statement. Where another function has found the object, the
// lock has the same name here if both are methods that call their receiver the same.
func Protect(p *check.Pass, s atomicity.Stale) *edit.Fix {
	_, call := Lock(p, s)
	mu := source.ReceiverText(p, call)
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || mu == "" || s.Hold.Callee != nil || s.Finder != nil && !sameReceiver(s) {
		return nil
	}
	m := criticalsection.Mutex{Text: mu, Typ: p.TypesInfo.TypeOf(sel.X), Read: s.Hold.Read && !s.Write, Write: s.Write}
	return criticalsection.Protect(p, s.Pos, m, len(s.Also) == 0)
}

// sameReceiver reports whether the function of the access and the one that found the object are
// methods of one object, whose locks have the same name in both.
func sameReceiver(s atomicity.Stale) bool {
	here, there := s.Func.SSA.Signature.Recv(), s.Finder.SSA.Signature.Recv()
	return here != nil && there != nil && types.Identical(here.Type(), there.Type()) && here.Name() == there.Name() &&
		s.Hold.Path.Root == s.Finder.SSA.Params[0]
}
