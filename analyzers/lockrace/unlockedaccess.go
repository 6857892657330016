package lockrace

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/lockstate"
)

var unlockedAccess = &check.Check{
	Slug:       "unlocked-access",
	Title:      "field is accessed without the lock that protects it elsewhere",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Run:        runUnlockedAccess,
}

// runUnlockedAccess reports
//
//	if s.closed { // written under s.mu by Close
//		return errClosed
//	}
//	s.mu.Lock()
//
// It needs evidence, not a majority: the same function takes the lock elsewhere;
// or the field is written under the lock, and here written (or its map, slice,
// interface or string read) in an exported method or a goroutine; or a comment
// names the lock. Silent while nobody else has the object (constructors and their
// helpers, what comes before the first go), where any lock may be held, in
// functions whose name or comment leaves locking to the caller or whose callers
// are not all known, and after a wait that orders the two.
func runUnlockedAccess(p *check.Pass) {
	model := locks.Of(p.Pass)
	if model == nil {
		return
	}
	seen := make(map[token.Pos]bool)
	for _, u := range model.Unlocked(noted(p)) {
		sel := selectorAt(p, u.Pos)
		if sel == nil || seen[sel.Pos()] || p.Quiet(u.Pos) {
			continue
		}
		seen[sel.Pos()] = true
		reportUnlockedAccess(p, u, sel)
	}
}

func reportUnlockedAccess(p *check.Pass, u lockstate.Unlocked, sel *ast.SelectorExpr) {
	verb, count := "read", fmt.Sprintf("%d of %d accesses hold", u.Guard.Locked, len(u.Guard.Accesses))
	if u.Write {
		verb, count = "written", fmt.Sprintf("%d of %d writes hold", len(u.Guard.LockedWrites), u.Guard.Writes)
	}
	m := guardOf(p, u, sel)
	if u.Guard.Noted {
		count = fmt.Sprintf("a comment says must be held, and %s", count)
	}
	p.Report(check.Finding{
		At: sel,
		Message: fmt.Sprintf("%s is %s without %s, which %s: it races with %s",
			p.Source(sel), verb, m.text, count, p.Where(u.Other.Pos, sel.Pos())),
		Trace: []check.Hop{{Pos: u.Other.Pos, Message: "accessed under the lock here"}},
		Fix:   fixUnlockedAccess(p, u, m),
	})
}

// guardOf returns the lock as the code around sel would write it.
func guardOf(p *check.Pass, u lockstate.Unlocked, sel *ast.SelectorExpr) mutex {
	m := mutex{text: p.Source(sel.X) + "." + u.Guard.Lock.Name(), typ: u.Guard.Lock.Type(), read: !u.Write && u.Guard.RW}
	return m
}

// fixUnlockedAccess takes the lock for the statement.
func fixUnlockedAccess(p *check.Pass, u lockstate.Unlocked, m mutex) *edit.Fix {
	sel := selectorAt(p, u.Pos)
	obj, _, _ := types.LookupFieldOrMethod(p.TypesInfo.TypeOf(sel.X), true, p.Pkg, u.Guard.Lock.Name())
	v, ok := obj.(*types.Var)
	if !ok || v.Origin() != u.Guard.Lock {
		return nil // another one by that name
	}
	return protect(p, u.Pos, m)
}
