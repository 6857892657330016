// Package guardedmapreturned is the check lockrace/guarded-map-returned: a function returns the map
// that its lock guards.
package guardedmapreturned

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/guard"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/atomicity"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed guardedmapreturned.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of lockrace.
var Check = &check.Check{
	Slug:       "guarded-map-returned",
	Title:      "map that a lock guards is returned to callers that do not hold it",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	func (c *cache) Items() map[string]int { c.mu.Lock(); defer c.mu.Unlock(); return c.items }
//
// where another function changes elements under the lock. Silent where the caller holds the lock, and
// where the map is only ever replaced.
func run(p *check.Pass) {
	model := locks.Shared(p.Pass)
	if model == nil {
		return
	}
	for _, r := range atomicity.ReturnedContents(model) {
		if expr := source.NameAt(p, r.Pos); expr != nil && !p.Quiet(r.Pos) && !p.Reported(r.Pos) {
			report(p, r, expr)
		}
	}
}

func report(p *check.Pass, r *atomicity.Returned, expr ast.Expr) {
	if _, ok := p.Wanted(expr, guard.UnlockedReasons...); ok {
		p.Safe(expr, p.Source(expr), verdict.Wanted, r.Pos)
		return
	}
	doubts := source.Doubts(r.Doubts)
	if obj := r.Func.SSA.Object(); obj == nil || !obj.Exported() {
		doubts = append(doubts, check.Doubting(verdict.MaybeHeld, r.Pos))
	}
	if p.SaysBeside(r.Pos, guard.UnlockedSayings...) {
		doubts = append(doubts, check.Doubting(verdict.Deliberate, r.Pos))
	}
	name, where := p.Source(expr), p.Where(r.Change.Pos, expr.Pos())
	message := fmt.Sprintf("data race: %s is returned, and callers read it without the lock that is held where its elements are changed, at %s", name, where)
	if _, isMap := r.Field.Type().Underlying().(*types.Map); isMap {
		message = fmt.Sprintf("concurrent map access ends the process: %s is returned, and callers read it without the lock that is held where it is changed, at %s", name, where)
	}
	p.Report(check.Finding{
		At:      expr,
		Message: message,
		Trace:   []check.Hop{{Pos: r.Hold.Pos, Message: "lock acquired here"}, {Pos: r.Change.Pos, Message: "changed under it here"}},
		Doubts:  doubts,
		Fix:     fix(p, r, expr),
	})
}

// fix returns a copy.
func fix(p *check.Pass, r *atomicity.Returned, expr ast.Expr) *edit.Fix {
	if !goversion.AtLeast(p.Version(expr.Pos()), "go1.21") {
		return nil
	}
	pkg := "slices"
	if _, isMap := r.Field.Type().Underlying().(*types.Map); isMap {
		pkg = "maps"
	}
	e := p.Edit(expr.Pos())
	clone := e.Import(expr.Pos(), pkg, pkg) + ".Clone(" + p.Source(expr) + ")"
	e.Replace(expr.Pos(), expr.End(), clone)
	return e.Fix("Return "+clone, "callers get a copy")
}
