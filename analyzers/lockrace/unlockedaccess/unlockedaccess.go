// Package unlockedaccess is the check lockrace/unlocked-access: field is accessed without
// the lock that guards it elsewhere.
package unlockedaccess

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/guard"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
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
	if p.SaysBeside(u.Pos, guard.UnlockedSayings...) || p.SaysBeside(u.Func.Outermost().Pos(), guard.UnlockedReasons...) {
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
	message := "data race with %[5]s: %[1]s is %[2]s without %[3]s, which %[4]s"
	if u.Released() {
		message = "data race with %[5]s: elements of %[1]s are %[2]s after %[3]s is released, which %[4]s"
	}
	p.Report(check.Finding{
		At:      sel,
		Message: fmt.Sprintf(message, source.Of(p, u.Access, sel), verb, m.Text, held.text, with),
		Trace:   trace,
		Doubts:  unlockedDoubts(p, u),
		Fix:     fixUnlockedAccess(p, u, sel, m),
	})
}
