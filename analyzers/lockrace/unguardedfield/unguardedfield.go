// Package unguardedfield is the check lockrace/unguarded-field: a field that goroutines share is
// accessed without any lock.
package unguardedfield

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/guard"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/lockstate"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed unguardedfield.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of lockrace.
var Check = &check.Check{
	Slug:       "unguarded-field",
	Title:      "variable that goroutines share is accessed without any lock",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	func (m *manager) start(name string, w *worker) {
//		m.workers[name] = w
//		go func() { w.run(); delete(m.workers, name) }()
//	}
//
// for fields and package variables that no code accesses under a lock. The evidence is a pair of
// accesses of which one writes, and which two goroutines make, or two requests. Safe is what comes
// before the start of the goroutine, or after a wait for it.
func run(p *check.Pass) {
	model := locks.Shared(p.Pass)
	if model == nil {
		return
	}
	for _, u := range model.UnguardedFields() {
		expr := source.NameAt(p, u.Pos)
		if expr != nil && !p.Quiet(u.Pos) && !p.Quiet(u.Other.Pos) && !p.Reported(u.Pos) && !p.Reported(u.Other.Pos) {
			report(p, u, expr)
		}
	}
}

func report(p *check.Pass, u *lockstate.Unguarded, expr ast.Expr) {
	if _, ok := p.Wanted(expr, guard.UnlockedReasons...); ok {
		p.Safe(expr, p.Source(expr), verdict.Wanted, u.Pos)
		return
	}
	doubts := source.Doubts(u.Doubts)
	if p.SaysBeside(u.Pos, guard.UnlockedSayings...) {
		doubts = append(doubts, check.Doubting(verdict.Deliberate, u.Pos))
	}
	if left := leftToCallers(u); left.IsValid() {
		doubts = append(doubts, check.Doubting(verdict.Deliberate, left))
	}
	if !u.Flag && !u.Served && !u.Sure && !u.Blocks && !u.OneCaller() && !crashes(u) {
		doubts = append(doubts, check.Doubting(verdict.OwnData, u.Other.Pos))
	}
	p.Report(check.Finding{
		At:      expr,
		Message: message(p, u, expr),
		Trace:   trace(p, u, expr),
		Doubts:  doubts,
		Fix:     fix(p, u, expr),
	})
}

// leftToCallers returns the function of one of the two accesses whose documentation says that it is
// not for several goroutines.
func leftToCallers(u *lockstate.Unguarded) token.Pos {
	for _, a := range []*lockstate.Access{u.Access, u.Other} {
		for fn := a.Func.SSA; fn != nil; fn = fn.Parent() {
			if decl, ok := fn.Syntax().(*ast.FuncDecl); ok && check.Says(decl.Doc, "not thread safe", "not thread-safe", "not safe for concurrent", "not goroutine safe", "not concurrency safe") {
				return decl.Pos()
			}
		}
	}
	return token.NoPos
}

// crashes reports whether both sides access elements of a map, on which the runtime ends the
// process.
func crashes(u *lockstate.Unguarded) bool {
	_, isMap := u.Field.Type().Underlying().(*types.Map)
	return isMap && u.Content && u.Other.Content
}

// message says what the race does, and where the other side of it is.
func message(p *check.Pass, u *lockstate.Unguarded, expr ast.Expr) string {
	name, other := p.Source(expr), p.Where(u.Other.Pos, expr.Pos())
	if u.Flag {
		return fmt.Sprintf("the loop may never end: %s is read with neither a mutex nor an atomic operation, and set by another goroutine at %s", name, other)
	}
	effect := "data race"
	if crashes(u) {
		effect = "concurrent map access ends the process"
	}
	done, does := "read", "written"
	if u.OneCaller() {
		does = "used" // by a method that only one goroutine at a time may call
	}
	if u.Other.Write {
		done = "written"
	}
	switch {
	case u.Access == u.Other && u.Served:
		return fmt.Sprintf("%s: %s is %s by requests, which run concurrently, and no mutex guards it", effect, name, does)
	case u.Blocks:
		return fmt.Sprintf("%s: %s is %s here, in a function that then blocks, and %s by another goroutine at %s, and no mutex guards it", effect, name, does, done, other)
	case u.Begins == nil && !u.Served:
		return fmt.Sprintf("%s: %s is %s in a function that may be called concurrently, and no mutex guards it", effect, name, does)
	case u.Access == u.Other:
		return fmt.Sprintf("%s: %s is %s by goroutines that run concurrently, started at %s, and no mutex guards it", effect, name, does, p.Where(u.Begins.Pos(), expr.Pos()))
	}
	return fmt.Sprintf("%s: %s is %s here and %s by another goroutine at %s, and no mutex guards it", effect, name, does, done, other)
}

// trace names the other side, where the goroutine is started, and two more places.
func trace(p *check.Pass, u *lockstate.Unguarded, expr ast.Expr) []check.Hop {
	var list []check.Hop
	lines := map[int]bool{p.Line(expr.Pos()): true}
	hop := func(pos token.Pos, text string) {
		if line := p.Line(pos); pos.IsValid() && !lines[line] {
			lines[line] = true
			list = append(list, check.Hop{Pos: pos, Message: text})
		}
	}
	verb := map[bool]string{true: "written", false: "read"}
	hop(u.Other.Pos, verb[u.Other.Write]+" here")
	if u.Begins != nil {
		hop(u.Begins.Pos(), "goroutine started here")
	}
	for _, also := range u.Also {
		if len(list) < 4 {
			hop(also.Pos, "also "+verb[also.Write]+" here")
		}
	}
	for _, alike := range u.Alike {
		if len(list) < 6 {
			hop(alike.Pos, alike.Field.Name()+" is accessed in the same way here")
		}
	}
	return list
}
