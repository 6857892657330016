// Package neverremoved is the check resourceleak/never-removed: each request adds to a map or slice that nothing
// removes from.
package neverremoved

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/requests"
	"github.com/lifecyclelint/lifecyclelint/internal/races/threads"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed neverremoved.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of resourceleak.
var Check = &check.Check{
	Slug:       "never-removed",
	Title:      "each request adds to a map or slice that nothing removes from",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Unfixable:  "where an element is no longer needed is for the code to say",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	func (b *board) subscribe() chan event {
//		ch := make(chan event, 16)
//		b.subs[ch] = struct{}{} // for each request, and nothing deletes it
//		return ch
//	}
//
// for fields and package variables, where the element is made for the request, or has the address of its client for
// a key. Silent where the package deletes an element, empties the map, replaces it or asks how long it is; that other
// code may is a doubt.
func run(p *check.Pass) {
	model := locks.Shared(p.Pass)
	if model == nil {
		return
	}
	for _, c := range collections(model) {
		for _, add := range c.adds {
			what, at := whatGrows(add), nameAt(p, add.Pos)
			if what == "" || at == nil || p.Quiet(add.Pos) || !perRequest(add.Access) {
				continue
			}
			if c.ends.IsValid() {
				p.Safe(at, p.Source(at), verdict.Ended, c.ends)
				break
			}
			report(p, c, add, what, at)
			break
		}
	}
}

func report(p *check.Pass, c *collection, add *addition, what string, at ast.Expr) {
	var doubts []check.Doubt
	if c.field.Exported() {
		doubts = append(doubts, check.Doubting(verdict.OutOfSight, c.field.Pos()))
	}
	if c.leaks.IsValid() {
		doubts = append(doubts, check.Doubting(verdict.OutOfSight, c.leaks))
	}
	p.Report(check.Finding{
		At: at,
		Message: fmt.Sprintf("memory grows for as long as the process runs: %s gets an element for each %s, and nothing removes one",
			p.Source(at), what),
		Trace:  []check.Hop{{Pos: c.field.Pos(), Message: "declared here"}},
		Doubts: doubts,
	})
}

// perRequest reports whether requests make an access to an object that is there for all of them.
func perRequest(a *access.Access) bool {
	for _, t := range threads.Of(a) {
		if t.Kind == threads.ByServer && (a.OfPackage() || threads.Captured(t.Down[0]) || threads.OfReceiver(t.Down[0]) && !requests.PerRequest(t.Root())) {
			return true
		}
	}
	return false
}

// nameAt returns the field or variable whose name is at pos.
func nameAt(p *check.Pass, pos token.Pos) ast.Expr {
	cur, ok := p.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root().FindByPos(pos, pos+1)
	if !ok {
		return nil
	}
	id, ok := cur.Node().(*ast.Ident)
	if !ok {
		return nil
	}
	if sel, ok := cur.Parent().Node().(*ast.SelectorExpr); ok && sel.Sel == id {
		return sel
	}
	return id
}
