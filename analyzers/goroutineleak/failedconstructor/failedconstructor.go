// Package failedconstructor is the check goroutineleak/failed-constructor: constructor
// fails, and leaks what it has opened or started.
package failedconstructor

import (
	"embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed failedconstructor.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of goroutineleak.
var Check = &check.Check{
	Slug:       "failed-constructor",
	Title:      "constructor fails, and leaks what it has opened or started",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	conn, err := net.Dial("tcp", addr)
//	…
//	c := &Client{conn: conn}
//	if err := c.greet(); err != nil {
//		return nil, err // conn stays open, and the caller has nothing to close
//	}
//	return c, nil
//
// and the same of a goroutine of c that c.Close would end. Safe when the return, or a
// deferred call, ends what was opened, or when somebody else may have got it. In a program
// whose main calls the constructor the process ends with the failure, which is a doubt.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		fn := cur.Node()
		body := syntax.FuncBody(fn)
		if body == nil || p.Quiet(fn.Pos()) || !returnsValueAndError(p, fn) {
			continue
		}
		c := &constructor{p: p, fn: fn, body: body, reported: make(map[*ast.ReturnStmt]bool)}
		for i, stmt := range body.List {
			if o := c.opens(stmt); o != nil && syntax.Within(fn, o.v.Pos()) { // what a literal captures, others have
				c.judge(o, body.List[i+1:])
			}
		}
	}
}

func returnsValueAndError(p *check.Pass, fn ast.Node) bool {
	results := syntax.FuncType(fn).Results
	if results == nil || results.NumFields() < 2 {
		return false
	}
	return callmatch.IsError(p.TypesInfo.TypeOf(results.List[len(results.List)-1].Type))
}

// A constructor is a function that returns a value and an error.
type constructor struct {
	p        *check.Pass
	fn       ast.Node
	body     *ast.BlockStmt
	reported map[*ast.ReturnStmt]bool
}

// called returns what a message calls the constructor.
func (c *constructor) called() string {
	if decl, ok := c.fn.(*ast.FuncDecl); ok {
		return decl.Name.Name
	}
	return "the function literal"
}

// judge looks for a return with an error behind o that leaves it open, where the
// function hands it out when nothing fails.
func (c *constructor) judge(o *opened, rest []ast.Stmt) {
	o.holders = c.holders(o, rest)
	if !c.returned(o) || c.escapes(o, rest) {
		return
	}
	var failures []*ast.ReturnStmt
	var first *ast.ReturnStmt
	for _, stmt := range rest {
		if c.endedBy(o, stmt) {
			if first == nil {
				c.p.Safe(o.stmt, o.v.Name(), verdict.Handled, stmt.Pos())
			}
			break
		}
		for _, ret := range c.failures(o, stmt) {
			failures = append(failures, ret)
			if first == nil && !c.reported[ret] {
				first = ret
			}
		}
	}
	if first != nil {
		c.reported[first] = true
		c.report(o, first, failures)
	}
}

// report reports the first return that leaves o open; all of them are repaired together.
func (c *constructor) report(o *opened, ret *ast.ReturnStmt, all []*ast.ReturnStmt) {
	what, gone := o.v.Name()+", opened at %s, stays open", "close"
	if o.started {
		what, gone = "the goroutine of "+o.v.Name()+", started at %s, keeps running", "stop"
	}
	var doubts []check.Doubt
	if c.p.Pkg.Name() == "main" {
		doubts = append(doubts, check.Doubting(verdict.Bootstrap, c.fn.Pos()))
	}
	c.p.Report(check.Finding{
		At: ret,
		Message: fmt.Sprintf("%s fails here, and "+what+": the caller gets nothing that it could %s",
			c.called(), c.p.Where(o.stmt.Pos(), ret.Pos()), gone),
		Trace:  []check.Hop{{Pos: o.stmt.Pos(), Message: "opened or started here"}},
		Doubts: doubts,
		Fix:    c.fix(o, all),
	})
}
