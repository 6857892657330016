// Package lostrowupdate is the check jobsafety/lost-row-update: a row is set to a value computed from an earlier read.
package lostrowupdate

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/poolops"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed lostrowupdate.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of jobsafety.
var Check = &check.Check{
	Slug:       "lost-row-update",
	Title:      "row is set to a value computed from an earlier read",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Pages:      pages,
	Unfixable:  "the statement has to compute the value itself, or ask whether what was read still holds",
	Run:        run,
}

// run reports
//
//	err := db.QueryRowContext(ctx, "SELECT points FROM members WHERE id = $1", id).Scan(&have)
//	…
//	_, err = db.ExecContext(ctx, "UPDATE members SET points = $2 WHERE id = $1", id, have-cost)
//
// outside of a transaction, and the same with functions of the package that run the statements, and with records of
// gorm. Silent is an update that asks for more than the query did: the old value, or a version.
func run(p *check.Pass) {
	for fn := range poolops.Funcs(p) {
		ops := poolops.Of(p, fn)
		for i, w := range ops {
			if r := readBy(p, fn, ops[:i], w); r != nil {
				report(p, fn, r, w)
				break
			}
		}
	}
}

// readBy returns the query of which an update stores a value that is computed from its result, nil for none.
func readBy(p *check.Pass, fn ast.Node, before []*poolops.Op, w *poolops.Op) *poolops.Op {
	if w.Verb != "update" {
		return nil
	}
	for _, r := range before {
		if r.Verb != "select" || r.Locks || r.Table == "" || r.Table != w.Table || r.On != w.On || r.Call == w.Call || asksMore(p, r, w) {
			continue
		}
		u := &update{p: p, fn: fn, read: r, write: w}
		if u.computes() {
			return r
		}
	}
	return nil
}

func report(p *check.Pass, fn ast.Node, r, w *poolops.Op) {
	if pos, ok := p.Wanted(w.Call); ok {
		p.Safe(w.Call, p.Source(w.Call.Fun), verdict.Wanted, pos)
		return
	}
	f := check.Finding{
		At: w.Call,
		Message: fmt.Sprintf("an update by another call is lost: %s stores what was computed from the row that %s (line %d) has read, in no transaction",
			p.Name(w.Call.Fun), p.Name(r.Call.Fun), p.Line(r.Call.Pos())),
		Trace:  []check.Hop{{Pos: r.At.Pos(), Message: "read here"}},
		Doubts: poolops.Doubts(p, w),
	}
	if w.At != w.Call {
		f.Trace = append(f.Trace, check.Hop{Pos: w.At.Pos(), Message: "stored here"})
	}
	if at := locked(p, fn, r.Call.Pos()); at.IsValid() {
		f.Doubts = append(f.Doubts, check.Doubting(verdict.OneProcess, at))
	}
	if decl, ok := fn.(*ast.FuncDecl); ok && catalog.SetsUp(decl.Name.Name) {
		f.Doubts = append(f.Doubts, check.Doubting(verdict.Bootstrap, decl.Pos()))
	}
	p.Report(f)
}

// locked returns where a function acquires a lock before a position: other calls of the process wait for that.
func locked(p *check.Pass, fn ast.Node, until token.Pos) (at token.Pos) {
	ast.Inspect(fn, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || call.Pos() > until || at.IsValid() {
			return !at.IsValid()
		}
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && catalog.Elects(catalog.Words(sel.Sel.Name)[0]) {
			at = call.Pos()
		}
		return true
	})
	return at
}
