package unlockedaccess

import (
	"fmt"
	"go/ast"
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/races/unlocked"
)

// alsoUnlocked returns up to two other accesses without the lock, on lines of their own.
func alsoUnlocked(p *check.Pass, u unlocked.Race, sel ast.Expr) []check.Hop {
	var trace []check.Hop
	lines := map[int]bool{p.Fset.Position(sel.Pos()).Line: true}
	for _, also := range u.Also {
		line := p.Fset.Position(also.Pos).Line
		if !lines[line] && len(trace) < 2 {
			trace = append(trace, check.Hop{Pos: also.Pos, Message: "also accessed without it here"})
		}
		lines[line] = true
	}
	return trace
}

// evidence returns what shows that the lock guards the field, and where.
func evidence(u unlocked.Race) (held struct{ text, hop string }, at token.Pos) {
	held.text, held.hop, at = fmt.Sprintf("%d of %d accesses hold", u.Guard.Locked, len(u.Guard.Accesses)), "accessed under the lock here", u.Other.Pos
	switch {
	case u.With.IsValid():
		held.text, held.hop, at = "the caller there holds", "called under the lock here", u.With
	case u.Bare:
		held.text, held.hop = "guards other fields", "accessed without the lock, too"
	case u.Guard.Locked == 0:
		held.text = "the access there holds"
	case u.Write && len(u.Guard.LockedWrites) > 0:
		held.text = fmt.Sprintf("%d of %d writes hold", len(u.Guard.LockedWrites), u.Guard.Writes)
	}
	if changed := u.Changed(); changed != nil && u.Released() && !u.With.IsValid() {
		held.hop, at = "elements change under the lock here", changed.Pos
	}
	if u.Guard.Noted {
		held.text = "a comment says must be held, and " + held.text
	}
	return held, at
}
