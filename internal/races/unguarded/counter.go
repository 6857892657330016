package unguarded

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
)

// Counts reports whether both sides add to a package variable what it holds: one of two updates is lost, whatever
// else the goroutines do.
//
//	sessions++
func (u *Race) Counts() bool { return u.Struct == nil && counts(u.Access) && counts(u.Other) }

// counts reports whether an access stores a number that it has computed from the one before.
func counts(a *access.Access) bool {
	store, ok := a.Instr.(*ssa.Store)
	if !ok || a.Content || a.Called != nil {
		return false
	}
	sum, ok := store.Val.(*ssa.BinOp)
	if !ok || sum.Op != token.ADD && sum.Op != token.SUB {
		return false
	}
	load, ok := sum.X.(*ssa.UnOp)
	return ok && load.Op == token.MUL && load.X == store.Addr
}
