// Package failedconstructor is the check goroutineleak/failed-constructor: constructor
// fails, and leaks what it has opened or started.
package failedconstructor

import (
	"embed"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed failedconstructor.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of goroutineleak.
var Check = &check.Check{
	Slug:       "failed-constructor",
	Title:      "constructor or Start fails, and leaks what it has opened or started",
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
// and the same of a goroutine of c that c.Close would end, of a child process, and of a
// Start that fails after it has started a goroutine that Stop ends.
// Safe when the return, or a deferred call, ends what was opened, when other code may have
// got it, or when a caller ends it after the failure. In a program that does not call the
// constructor again the process ends with the failure, which is a doubt.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		fn := cur.Node()
		body := astindex.FuncBody(fn)
		if body == nil || p.Quiet(fn.Pos()) || !returnsError(p, fn) {
			continue
		}
		c := &constructor{p: p, fn: fn, body: body, cur: cur, recv: receiver(p, fn), reported: make(map[*ast.ReturnStmt]bool)}
		inOwn(body, func(n ast.Node) {
			if o := c.opens(n); o != nil {
				c.judge(o)
			}
		})
		c.reportAll()
	}
}

func returnsError(p *check.Pass, fn ast.Node) bool {
	results := syntax.FuncType(fn).Results
	return results.NumFields() > 0 && callmatch.IsError(p.TypesInfo.TypeOf(results.List[len(results.List)-1].Type))
}

func receiver(p *check.Pass, fn ast.Node) *types.Var {
	decl, ok := fn.(*ast.FuncDecl)
	if !ok || decl.Recv == nil || len(decl.Recv.List[0].Names) == 0 {
		return nil
	}
	v, _ := p.TypesInfo.Defs[decl.Recv.List[0].Names[0]].(*types.Var)
	return v
}

// A constructor is a function that returns an error, alone or with a value.
type constructor struct {
	p        *check.Pass
	fn       ast.Node
	body     *ast.BlockStmt
	cur      inspector.Cursor
	recv     *types.Var // nil for a function
	reported map[*ast.ReturnStmt]bool
	leaks    []leak
}

// called returns what a message calls the constructor.
func (c *constructor) called() string {
	decl, ok := c.fn.(*ast.FuncDecl)
	switch {
	case !ok:
		return "the function literal"
	case c.recv != nil:
		return c.recv.Name() + "." + decl.Name.Name
	case decl.Name.IsExported():
		return c.p.Pkg.Name() + "." + decl.Name.Name
	}
	return decl.Name.Name
}

// judge looks for returns with an error after o that leave it open, if the function returns
// it, keeps it or ends it when nothing fails.
func (c *constructor) judge(o *opened) {
	o.holders = c.holders(o)
	if o.owner == nil && !c.returned(o) && !c.endsLater(o) && !c.keptLater(o) || c.deferredBefore(o) {
		return
	}
	w := c.walk(o)
	var all []*ast.ReturnStmt
	var first *failure
	for i, f := range w.failures {
		if f.kept && !c.keptLeak(o, f.ret) {
			continue
		}
		all = append(all, f.ret)
		if first == nil && !c.reported[f.ret] {
			first = &w.failures[i]
		}
	}
	switch {
	case first != nil:
		c.reported[first.ret] = true
		c.leaks = append(c.leaks, leak{opened: o, first: first, all: all})
	case len(w.failures) == 0 && w.ended.IsValid():
		c.p.Safe(o.stmt, o.name, verdict.Handled, w.ended)
	}
}
