// Package sentbeforedispatch is the check jobsafety/sent-before-dispatch: record is
// stored as sent before the call that sends it.
package sentbeforedispatch

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/fixes"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/outbound"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/statuses"
)

//go:embed sentbeforedispatch.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of jobsafety.
var Check = &check.Check{
	Slug:       "sent-before-dispatch",
	Title:      "record is stored as sent before the call that sends it",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	db.Exec("UPDATE mails SET status = 'sent' WHERE id = $1", id)
//	if err := mail.Send(ctx, m); err != nil { return err }
//
// where the call, here or in another package, talks to another machine. Silent
// when another statement after the call changes the state again, when the first
// is part of a transaction, and when the two do not stand in one list of
// statements.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	reportNamed(p, in)
	reportSeen(p)
	known := p.ResultOf[statuses.Analyzer].(*statuses.Result)
	for _, s := range known.Statements {
		field, state := done(s)
		if field == "" || p.Quiet(s.Call.Pos()) || inTransaction(p.TypesInfo, s.Call) {
			continue
		}
		cur, ok := astindex.Find(in, s.Call)
		if !ok {
			continue
		}
		stmt, ok := astindex.Statement(cur)
		if !ok {
			continue
		}
		later, send := dispatchAfter(p, stmt)
		if send == nil || writtenBack(known, later, stmt) {
			continue
		}
		p.Report(check.Finding{
			At: s.Call.Fun,
			Message: fmt.Sprintf("work is lost without an error when %[3]s (%[4]s) fails or the process exits before it: %[1]s is already stored as %[2]s",
				field, state, p.Source(send.Fun), p.Where(send.Pos(), s.Call.Pos())),
			Trace: []check.Hop{{Pos: send.Pos(), Message: "sent here, after it is stored as " + state}},
			Fix:   fixes.FixSent(p, stmt, later, state),
		})
	}
}

// done returns the field that s sets to a state that says the work is done.
func done(s *statuses.Statement) (field, state string) {
	for _, name := range slices.Sorted(maps.Keys(s.Set)) {
		if v := s.Set[name].Const; catalog.DoneStates[strings.ToLower(v)] {
			return name, v
		}
	}
	return "", ""
}

// inTransaction reports whether the statement is not final when it returns: it
// is a transaction's, or its context is a session's.
func inTransaction(info *types.Info, call *ast.CallExpr) bool {
	exprs := call.Args
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		exprs = append([]ast.Expr{sel.X}, exprs...)
	}
	return slices.ContainsFunc(exprs, func(e ast.Expr) bool {
		named := callmatch.Named(info.TypeOf(e))
		return named != nil && (strings.HasSuffix(named.Obj().Name(), "Tx") || strings.HasSuffix(named.Obj().Name(), "SessionContext"))
	})
}

// dispatchAfter returns the first statement after stmt that talks to another machine and
// tests the error, and the call that does.
func dispatchAfter(p *check.Pass, stmt inspector.Cursor) (inspector.Cursor, *ast.CallExpr) {
	sends := outbound.Of(p.Pass)
	for next, ok := stmt.NextSibling(); ok; next, ok = next.NextSibling() {
		for c := range next.Preorder((*ast.CallExpr)(nil)) {
			call := c.Node().(*ast.CallExpr)
			fn := callmatch.Callee(p.TypesInfo, call)
			if fn != nil && sends.Sends(fn) && callmatch.CanFail(fn.Signature()) && !fixes.InLiteral(c, next) {
				return next, call
			}
		}
		if _, ok := next.Node().(*ast.ReturnStmt); ok {
			break
		}
	}
	return stmt, nil
}

// writtenBack reports whether the function changes a state by another statement: in or
// after the one that sends, or in a deferred call.
func writtenBack(known *statuses.Result, later, stmt inspector.Cursor) bool {
	for fn := range later.Enclosing((*ast.FuncDecl)(nil)) {
		for _, s := range known.Statements {
			if s.Call.Pos() < fn.Node().Pos() || s.Call.End() > fn.Node().End() {
				continue
			}
			cur, ok := astindex.Find(fn.Inspector(), s.Call)
			if ok && len(s.Set) > 0 && !stmt.Contains(cur) && (cur.Node().Pos() > later.Node().Pos() || deferred(cur)) {
				return true
			}
		}
	}
	return false
}

func deferred(cur inspector.Cursor) bool {
	for range cur.Enclosing((*ast.DeferStmt)(nil)) {
		return true
	}
	return false
}
