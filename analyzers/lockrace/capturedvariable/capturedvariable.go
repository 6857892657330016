// Package capturedvariable is the check lockrace/captured-variable: a local variable is accessed
// by goroutines without any lock.
package capturedvariable

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/guard"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/races/captured"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed capturedvariable.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of lockrace.
var Check = &check.Check{
	Slug:       "captured-variable",
	Title:      "local variable is accessed by goroutines without any lock",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	for _, u := range urls {
//		go func() { total += size(u) }()
//	}
//
// for variables, maps in them, and commands, that no code accesses under a lock. The evidence is a
// pair of accesses of which one writes, one at least in a goroutine that the function starts, and a
// path from its start to the other one on which nothing waits for it. So it is with [loopVariables].
func run(p *check.Pass) {
	loopVariables(p)
	model := locks.Shared(p.Pass)
	if model == nil {
		return
	}
	for _, c := range captured.Races(model) {
		if expr := nameAt(p, c.Pos); expr != nil && !p.Quiet(c.Pos) && !p.Reported(c.Pos) {
			report(p, c, expr)
		}
	}
}

// nameAt returns the expression that is accessed: a name, or *p for a parameter.
func nameAt(p *check.Pass, pos token.Pos) ast.Expr {
	if name := source.NameAt(p, pos); name != nil {
		return name
	}
	for _, n := range source.PathTo(p, pos) {
		if star, ok := n.(*ast.StarExpr); ok && star.Pos() == pos {
			return star
		}
	}
	return nil
}

func report(p *check.Pass, c *captured.Race, expr ast.Expr) {
	if _, ok := p.Wanted(expr, guard.UnlockedReasons...); ok {
		p.Safe(expr, p.Source(expr), verdict.Wanted, c.Pos)
		return
	}
	doubts := c.Doubts
	if p.SaysBeside(c.Pos, guard.UnlockedSayings...) {
		doubts = append(doubts, check.Doubting(verdict.Deliberate, c.Pos))
	}
	p.Report(check.Finding{
		At:      expr,
		Message: message(p, c, expr),
		Trace:   trace(p, c, expr),
		Doubts:  doubts,
		Fix:     fix(p, c, expr),
	})
}

// message says what the race does, and where the other side of it is.
func message(p *check.Pass, c *captured.Race, expr ast.Expr) string {
	name, begins := p.Source(expr), p.Where(c.Begins.Pos(), expr.Pos())
	effect := "data race"
	if c.Map {
		effect = "concurrent map access ends the process"
	}
	verb := map[bool]string{true: "written", false: "read"}
	if c.Single {
		verb[true] = "used" // by a method that only one goroutine at a time may call
	}
	switch {
	case c.Method != "":
		return fmt.Sprintf("data race: %s is read while the goroutine started at %s may still be in %s, which sets it: it may be nil", name, begins, c.Method)
	case c.Served:
		return fmt.Sprintf("%s: %s is %s by requests, which run concurrently, and no mutex guards it", effect, name, verb[true])
	case c.Alike:
		return fmt.Sprintf("%s: %s is %s by goroutines that run concurrently, started at %s, and no mutex guards it", effect, name, verb[true], begins)
	}
	return fmt.Sprintf("%s: %s is %s in the goroutine started at %s, and %s at %s, and nothing orders the two",
		effect, name, verb[c.Write], begins, verb[c.Writes], p.Where(c.Other, expr.Pos()))
}

// trace names the other side, and where the goroutine is started.
func trace(p *check.Pass, c *captured.Race, expr ast.Expr) []check.Hop {
	var list []check.Hop
	if p.Line(c.Other) != p.Line(expr.Pos()) {
		list = append(list, check.Hop{Pos: c.Other, Message: map[bool]string{true: "written", false: "read"}[c.Writes] + " here"})
	}
	if c.Begins.Pos().IsValid() && p.Line(c.Begins.Pos()) != p.Line(expr.Pos()) {
		list = append(list, check.Hop{Pos: c.Begins.Pos(), Message: "goroutine started here"})
	}
	return list
}
