// Package guardedmapreturned is the check lockrace/guarded-map-returned: a function returns the map
// that its lock guards.
package guardedmapreturned

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/guard"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/atomicity"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/worker"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
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
// where another function changes elements under the lock, and the same of an element that is a map or
// slice itself. Silent where the caller holds the lock, and
// where the map is only ever replaced.
func run(p *check.Pass) {
	model := locks.Shared(p.Pass)
	if model == nil {
		return
	}
	for _, r := range atomicity.ReturnedContents(model) {
		if expr := source.NameAt(p, r.Pos); expr != nil && !p.Quiet(r.Pos) && !p.Reported(r.Pos) {
			report(p, r, element(p, r, expr))
		}
	}
}

func report(p *check.Pass, r *atomicity.Returned, expr ast.Expr) {
	if _, ok := p.Wanted(expr, guard.UnlockedReasons...); ok {
		p.Safe(expr, p.Source(expr), verdict.Wanted, r.Pos)
		return
	}
	doubts := r.Doubts
	if wait := joined(p, r); wait.IsValid() {
		doubts = append(doubts, check.Doubting(verdict.NoSecondCall, wait))
	}
	if obj := r.Func.SSA.Object(); obj == nil || !obj.Exported() {
		doubts = append(doubts, check.Doubting(verdict.MaybeHeld, r.Pos))
	}
	if p.SaysBeside(r.Pos, guard.UnlockedSayings...) {
		doubts = append(doubts, check.Doubting(verdict.Deliberate, r.Pos))
	}
	name, where := p.Source(expr), p.Where(r.Change.Pos, expr.Pos())
	message := fmt.Sprintf("data race: %s is returned, and callers read it without the lock that is held where its elements are changed, at %s", name, where)
	if isMap(p, expr) {
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

// joined returns where the function waits, before it returns, for the goroutines that it has started and that
// change the elements: then a second call, or another change, has to come.
func joined(p *check.Pass, r *atomicity.Returned) (wait token.Pos) {
	for instr := range ssaflow.Instrs(r.Func.SSA) {
		call, ok := instr.(*ssa.Call)
		if ok && catalog.Joins[ssaflow.Callee(&call.Call)] && ssaflow.Follows(call, r.Instr) {
			wait = call.Pos()
		}
	}
	flow := ssaflow.Of(p.Pass)
	started := slices.ContainsFunc(flow.Starts(), func(s ssaflow.Start) bool {
		return s.Instr.Parent() == r.Func.SSA && slices.ContainsFunc(s.Bodies, func(body *ssa.Function) bool {
			return slices.Contains(worker.Reached(flow, body), r.Change.Func.SSA)
		})
	})
	if !started {
		return token.NoPos
	}
	return wait
}

// element returns the lookup of what is returned where that is an element of the field, else the field.
func element(p *check.Pass, r *atomicity.Returned, field ast.Expr) ast.Expr {
	if !r.Content {
		return field
	}
	for _, n := range source.PathTo(p, field.Pos()) {
		index, ok := n.(*ast.IndexExpr)
		if ok && isMap(p, index.X) && r.Instr.Pos() == index.Lbrack {
			return index
		}
	}
	return field
}

func isMap(p *check.Pass, expr ast.Expr) bool {
	_, ok := p.TypesInfo.TypeOf(expr).Underlying().(*types.Map)
	return ok
}
