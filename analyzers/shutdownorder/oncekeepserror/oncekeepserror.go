// Package oncekeepserror is the check shutdownorder/once-keeps-error: failed initialization is never
// repeated: a sync.Once keeps its error.
package oncekeepserror

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed oncekeepserror.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of shutdownorder.
var Check = &check.Check{
	Slug:       "once-keeps-error",
	Title:      "failed initialization is never repeated: a sync.Once keeps its error",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Pages:      pages,
	Run:        run,
	Unfixable:  "when a later call may try again, and what the others wait for in the meantime, is for the author to decide",
}

// run reports
//
//	once.Do(func() {
//		conn, err = dial(addr)
//	})
//	return conn, err
//
// and the same with sync.OnceValue and sync.OnceValues, also in a function of the package that the Once
// calls, where the call talks to another machine or reads a file: it may fail now and succeed later. Safe
// is a failure that ends the process or sets another value, a Once that is replaced, and a loop that tries
// until it succeeds. An error that a variable of the first call keeps is lost for the next ones, whatever
// failed.
func run(p *check.Pass) {
	for cur, to := range calls.All(p.Pass) {
		call := to.Expr
		if !runsOnce[to.Name] || len(call.Args) != 1 || p.Quiet(call.Pos()) {
			continue
		}
		o := &once{p: p, call: call, cur: cur}
		if fn := o.body(call.Args[0]); fn != nil && !o.inEnd() && !o.judgeLocal() {
			o.judge(fn, 1, false)
		}
		for _, fn := range o.passed(call.Args[0]) {
			if !o.inEnd() && o.judge(fn, 1, false) {
				break
			}
		}
	}
}

// runsOnce are the functions that run their argument at most once.
var runsOnce = map[string]bool{"(*sync.Once).Do": true, "sync.OnceValue": true, "sync.OnceValues": true}

// A once is a call that runs a function at most once.
type once struct {
	p    *check.Pass
	call *ast.CallExpr
	cur  inspector.Cursor
}

// body returns the function that an expression denotes, nil if it is not of the package.
func (o *once) body(expr ast.Expr) ast.Node {
	if lit, ok := ast.Unparen(expr).(*ast.FuncLit); ok {
		return lit
	}
	if fn := callmatch.Func(o.p.TypesInfo, expr); fn != nil {
		if decl := astindex.Of(o.p.Pass).Decls[fn.Origin()]; decl != nil {
			return decl
		}
	}
	return nil
}

// judge looks at the calls of a function that may fail for a while, and at the functions of the package
// that it calls; stored is set where the caller keeps the results of fn.
func (o *once) judge(fn ast.Node, depth int, stored bool) bool {
	cur, ok := astindex.Find(o.p.ResultOf[inspect.Analyzer].(*inspector.Inspector), fn)
	if !ok {
		return false
	}
	values := o.sets(fn, fn)
	for c := range cur.Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		callee := callmatch.Callee(o.p.TypesInfo, call)
		if inner, ok := astindex.FuncAround(c); !ok || inner.Node() != fn || callee == nil {
			continue
		}
		decl := astindex.Of(o.p.Pass).Decls[callee.Origin()]
		if decl != nil && depth > 0 && o.judge(decl, depth-1, false) {
			return true
		}
		sets := stored || len(values) > 0 || depth == 1 && o.returns()
		if file, ok := o.fails(callee); ok && sets && (o.keeps(fn, c) || stored && o.handedOn(fn, c)) {
			o.report(c, values, file)
			return true
		}
		if decl != nil && depth > 0 && len(values) > 0 && o.keeps(fn, c) && o.judge(decl, depth-1, true) {
			return true
		}
	}
	return false
}

func (o *once) report(c inspector.Cursor, values []*types.Var, file bool) {
	p, at := o.p, c.Node().(*ast.CallExpr)
	if pos := o.replaced(); pos.IsValid() {
		p.Safe(at, p.Name(at.Fun), verdict.Handled, pos)
		return
	}
	doubts := o.doubts(values)
	if file {
		doubts = append(doubts, check.Doubting(verdict.Deployed, at.Pos()))
	}
	p.Report(check.Finding{
		At: at.Fun,
		Message: fmt.Sprintf("one failure of %s is kept until the process exits: %s (%s) never calls it again",
			p.Name(at.Fun), p.Name(o.call.Fun), p.Where(o.call.Pos(), at.Pos())),
		Trace:  []check.Hop{{Pos: o.call.Pos(), Message: "runs it at most once"}},
		Doubts: doubts,
	})
}
