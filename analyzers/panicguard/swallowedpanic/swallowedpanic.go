// Package swallowedpanic is the check panicguard/swallowed-panic: recovered panic leaves
// the error result nil, or is lost.
package swallowedpanic

import (
	"embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard/internal/handler"
	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard/internal/result"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/recovers"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed swallowedpanic.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of panicguard.
var Check = &check.Check{
	Slug:       "swallowed-panic",
	Title:      "recovered panic leaves the error result nil, or is lost",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// Phrases of comments that give a reason to continue after a panic, and of those that give
// one to recover, but none to suppress it.
var (
	ignoreSayings  = []string{"ignore the panic", "ignore panics", "ignore any panic", "swallow the panic", "swallow panics"}
	recoverSayings = []string{"want to recover", "must not crash", "should not crash", "not crash the", "not take down", "does not take down"}
)

// run reports
//
//	func work() error {
//		defer func() {
//			if r := recover(); r != nil { log.Print(r) }
//		}()
//
// and a deferred function of the package that recovers like that; in a function without an
// error, a literal that drops what it recovers. Silent when the handler sets the named
// error, panics again, ends the goroutine or the process, or passes the panic to a
// variable, a channel, a response or a function value: then it may be reported; when the
// function returns nil after that in any case; when its callers continue with an error as
// without one; and where a comment says that this is what is wanted. One that only says why
// it recovers lowers.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.DeferStmt)(nil)) {
		stmt := cur.Node().(*ast.DeferStmt)
		if p.Quiet(stmt.Pos()) {
			continue
		}
		fn := enclosing(cur)
		if fn == nil {
			continue
		}
		field, ok := failure(p.TypesInfo, fn, stmt.Pos())
		if !ok {
			judgeDropped(p, fn, stmt)
			continue
		}
		body, own := handler.Of(p, stmt)
		if body == nil {
			continue
		}
		call := recovers.Recover(p.TypesInfo, body)
		if call == nil || handler.Tells(p, body) || !own && len(stmt.Call.Args) > 0 || toldElsewhere(p, fn, stmt) || unread(p, in, fn) {
			continue
		}
		if pos, ok := p.Wanted(stmt, ignoreSayings...); ok {
			p.Safe(call, p.Source(call), verdict.Wanted, pos)
			continue
		}
		reportSwallowed(p, fn, stmt, call, own, field)
	}
}

func reportSwallowed(p *check.Pass, fn *result.Func, stmt *ast.DeferStmt, call *ast.CallExpr, own bool, field string) {
	at, where := ast.Node(call), ""
	if !own {
		at, where = stmt.Call, p.Source(stmt.Call.Fun)+" recovers, and "
	}
	gets, why := "a nil error", "the error result has no name, so that it cannot be set"
	if field != "" {
		gets, why = "a result without an error", "the result has no name, so that its "+field[1:]+" cannot be set"
	}
	if name := result.Name(fn.Type); name != "" {
		why = name + field + " is not set in the recover"
	}
	var doubts []check.Doubt
	if p.SaysBeside(stmt.Pos(), recoverSayings...) {
		doubts = append(doubts, check.Doubting(verdict.Deliberate, stmt.Pos()))
	}
	p.Report(check.Finding{
		At: at,
		Message: fmt.Sprintf("the caller of %s gets %s after a panic: %s%s",
			fn.Name, gets, where, why),
		Doubts: doubts,
		Fix:    fixSwallowed(p, fn, stmt, call, own, field),
	})
}

// toldElsewhere reports whether another deferred literal of fn recovers and reports the
// panic.
func toldElsewhere(p *check.Pass, fn *result.Func, stmt *ast.DeferStmt) bool {
	told := false
	ast.Inspect(fn.Node, func(n ast.Node) bool {
		other, ok := n.(*ast.DeferStmt)
		if !ok || other == stmt {
			return !told
		}
		lit, ok := ast.Unparen(other.Call.Fun).(*ast.FuncLit)
		told = told || ok && recovers.Recover(p.TypesInfo, lit.Body) != nil && handler.Tells(p, lit.Body)
		return !told
	})
	return told
}
