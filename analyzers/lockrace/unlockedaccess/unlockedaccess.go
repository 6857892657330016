// Package unlockedaccess is the check lockrace/unlocked-access: field is accessed without
// the lock that guards it elsewhere.
package unlockedaccess

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/criticalsection"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/guard"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/unlocked"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed unlockedaccess.md testdata/src
var pages embed.FS

// atStartup reports whether the function of an access runs once, when the program
// starts, as its documentation says.
func atStartup(u unlocked.Race) bool {
	decl, ok := u.Func.SSA.Syntax().(*ast.FuncDecl)
	return ok && check.Says(decl.Doc, catalog.StartupPhrases...)
}

// Check is the check's entry in the list of lockrace.
var Check = &check.Check{
	Slug:       "unlocked-access",
	Aliases:    []string{"inconsistent-locking"},
	Title:      "field is accessed without the lock that guards it elsewhere",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	if s.closed { // written under s.mu by Close
//		return errClosed
//	}
//	s.mu.Lock()
//
// and what is like it. The evidence is a pair of accesses that may happen at the same time,
// of which one writes, and one holds the lock: how many others hold it says only how sure
// that is. Safe is what no other goroutine has yet, what comes after a wait for the writer,
// what the function has settled under the lock before, and what functions do whose name or
// comment leaves locking to the caller.
func run(p *check.Pass) {
	model := locks.Of(p.Pass)
	if model == nil {
		return
	}
	seen := make(map[token.Pos]bool)
	for _, u := range unlocked.Races(model, guard.Noted(p)) {
		sel := source.NameAt(p, u.Pos)
		if sel == nil || seen[sel.Pos()] || p.Quiet(u.Pos) {
			continue
		}
		seen[sel.Pos()] = true
		if proof := unlockedProof(p, u, sel); proof != nil {
			p.Safe(sel, p.Source(sel)+" without "+u.Guard.Lock.Name(), proof, u.Pos)
			continue
		}
		reportUnlockedAccess(p, u, sel)
	}
	runSharedLocal(p, model)
	runAfterRelease(p, model)
}

// unlockedProof returns what makes the access safe, nil if nothing does.
func unlockedProof(p *check.Pass, u unlocked.Race, sel ast.Expr) *verdict.Proof {
	switch {
	case u.Proof != nil:
		return u.Proof
	case !u.Write && madeHere(p, sel):
		return verdict.Handled
	case counted(p, u):
		return verdict.Joined
	}
	if _, ok := p.Wanted(sel, guard.UnlockedReasons...); ok {
		return verdict.Wanted
	}
	return nil
}

// unlockedDoubts returns what speaks against the finding.
func unlockedDoubts(p *check.Pass, u unlocked.Race) []check.Doubt {
	list := u.Doubts
	if p.SaysBeside(u.Pos, guard.UnlockedSayings...) {
		list = append(list, check.Doubting(verdict.Deliberate, u.Pos))
	}
	if atStartup(u) {
		list = append(list, check.Doubting(verdict.Bootstrap, u.Func.SSA.Pos()))
	}
	if at := guard.ForTests(u.Access); at.IsValid() {
		list = append(list, check.Doubting(verdict.ForTests, at))
	}
	return list
}

func reportUnlockedAccess(p *check.Pass, u unlocked.Race, sel ast.Expr) {
	verb := "read"
	if u.Write {
		verb = "written"
	}
	m := guardOf(p, u, sel)
	held, at := evidence(u)
	with := p.Where(at, sel.Pos())
	if u.Other == u.Access && !u.With.IsValid() {
		with = "another call"
	}
	if u.Functions > 0 {
		held.text += fmt.Sprintf(", and so it is in %d other functions", u.Functions)
	}
	trace := append([]check.Hop{{Pos: at, Message: held.hop}}, alsoUnlocked(p, u, sel)...)
	p.Report(check.Finding{
		At: sel,
		Message: fmt.Sprintf("data race with %[5]s: %[1]s is %[2]s without %[3]s, which %[4]s",
			p.Source(sel), verb, m.Text, held.text, with),
		Trace:  trace,
		Doubts: unlockedDoubts(p, u),
		Fix:    fixUnlockedAccess(p, u, sel, m),
	})
}

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
	if u.Guard.Noted {
		held.text = "a comment says must be held, and " + held.text
	}
	return held, at
}

// guardOf returns the lock as the code around the access would write it.
func guardOf(p *check.Pass, u unlocked.Race, expr ast.Expr) criticalsection.Mutex {
	lock := u.Guard.Lock
	m := criticalsection.Mutex{Text: lock.Name(), Typ: lock.Type(), Read: !u.Write && u.Guard.RW, Write: u.Write}
	if sel, ok := expr.(*ast.SelectorExpr); ok && lock.IsField() {
		m.Text = p.Source(sel.X) + access.LockPath(u.Struct, lock)
		if lock.Embedded() && promotes(p, sel.X, lock) {
			m.Owner = p.Source(sel.X)
		}
	}
	return m
}

// promotes reports whether the methods of an embedded lock are those of expr.
func promotes(p *check.Pass, expr ast.Expr, lock *types.Var) bool {
	t := p.TypesInfo.TypeOf(expr)
	_, index, _ := types.LookupFieldOrMethod(t, true, p.Pkg, "Lock")
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	return ok && len(index) == 2 && st.Field(index[0]).Origin() == lock
}

// fixUnlockedAccess takes the lock for the statement, if that has all accesses;
// else for a loop that has, or for the whole function; or a loop gets a copy,
// or the function reads once. There is no fix where a caller has the lock already, the
// function that of another object, or many functions miss it.
func fixUnlockedAccess(p *check.Pass, u unlocked.Race, expr ast.Expr, m criticalsection.Mutex) *edit.Fix {
	lock := u.Guard.Lock
	if u.UnderCaller() || u.UnderOther() || u.Functions > 0 {
		return nil
	}
	if sel, ok := expr.(*ast.SelectorExpr); ok && lock.IsField() {
		obj, _, _ := types.LookupFieldOrMethod(p.TypesInfo.TypeOf(sel.X), true, p.Pkg, lock.Name())
		if v, ok := obj.(*types.Var); (!ok || v.Origin() != lock) && access.LockPath(u.Struct, lock) == "."+lock.Name() {
			return nil // another one by that name
		}
	} else if scope := p.Pkg.Scope().Innermost(expr.Pos()); scope == nil || lookup(scope, lock.Name(), expr.Pos()) != lock {
		return nil
	}
	if setsToo(u) {
		m.Read = false
		return protectFunction(p, u, m)
	}
	if !slices.ContainsFunc(u.Also, func(also *access.Access) bool { return !coveredBy(p, u.Pos, also.Pos) }) {
		if fix := criticalsection.Protect(p, u.Pos, m, len(u.Also) == 0); fix != nil {
			return fix
		}
	}
	if m.Read && slices.ContainsFunc(u.Also, func(also *access.Access) bool { return also.Write }) {
		m.Read = false
	}
	if fix := protectLoop(p, u, m); fix != nil {
		return fix
	}
	if fix := protectFunction(p, u, m); fix != nil {
		return fix
	}
	if fix := overCopy(p, u, m); fix != nil {
		return fix
	}
	if fix := readOnce(p, u, m); fix != nil {
		return fix
	}
	if fix := protectEach(p, u, m); fix != nil {
		return fix
	}
	return lookUpFirst(p, u, m)
}

// setsToo reports whether the function of a read sets the field without the lock as well: what it has read has to
// hold until then.
func setsToo(u unlocked.Race) bool {
	return !u.Write && slices.ContainsFunc(u.Guard.Accesses, func(w *access.Access) bool {
		return w.Write && w.Func == u.Func && w.Owner == u.Owner && !u.Guard.Holds(w)
	})
}

func lookup(scope *types.Scope, name string, pos token.Pos) types.Object {
	_, obj := scope.LookupParent(name, pos)
	return obj
}
