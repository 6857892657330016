// Package recursiveretry is the check goroutineleak/recursive-retry: function retries by
// calling itself, without a limit.
package recursiveretry

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed recursiveretry.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of goroutineleak.
var Check = &check.Check{
	Slug:       "recursive-retry",
	Title:      "function retries by calling itself, without a limit",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Unfixable:  "how often to try, and what ends the attempts, is for the program to say",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	func (c *client) connect() error {
//		conn, err := net.Dial("tcp", c.addr)
//		if err != nil {
//			time.Sleep(c.pause)
//			return c.connect()
//		}
//
// directly, or by one other function of the package. Silent where an argument or a field
// counts and is compared, where the call is about something else (the next URL, the rest of a
// list), where a context, a stop channel or a flag is tested before it, and where nothing
// shows that the call is another attempt: neither a pause nor an error of another machine.
func run(p *check.Pass) {
	index := astindex.Of(p.Pass)
	for fn, decl := range astindex.Funcs(p.Pass) {
		if p.Quiet(decl.Pos()) {
			continue
		}
		for _, c := range cycles(p, index, fn, decl) {
			c.report()
		}
	}
}

// cycles returns the calls by which a function calls itself, directly or by one other function.
func cycles(p *check.Pass, index *astindex.Index, fn *types.Func, decl *ast.FuncDecl) (list []*cycle) {
	for _, back := range index.Calls[fn] {
		through, ok := back.In.(*ast.FuncDecl)
		if !ok || back.Go {
			continue
		}
		c := &cycle{p: p, index: index, decl: decl, call: back.Expr, back: back.Expr}
		if through == decl {
			list = append(list, c)
			continue
		}
		other, _ := p.TypesInfo.Defs[through.Name].(*types.Func)
		for _, call := range index.Calls[other] {
			if call.In == ast.Node(decl) && !call.Go {
				c.call, c.through = call.Expr, through
				list = append(list, c)
				break
			}
		}
	}
	return list
}

// A cycle is a function that calls itself.
type cycle struct {
	p       *check.Pass
	index   *astindex.Index
	decl    *ast.FuncDecl
	call    *ast.CallExpr // in decl
	through *ast.FuncDecl // what it calls, nil if that is decl itself
	back    *ast.CallExpr // the call of decl, in through; call itself for a direct one
}

func (c *cycle) report() {
	in := c.p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	cur, ok := astindex.Find(in, c.call)
	if !ok {
		return
	}
	start := newRoute(c.p, cur)
	doubts, same := c.repeats()
	if !same || start.failure == nil {
		return
	}
	paused := c.pauses(start)
	if !paused && !start.remote() && len(doubts) == 0 { // a new connection is another attempt, too
		return
	}
	untilDone := false
	if pos, proof := c.limit(start); proof != nil {
		if untilDone = paused && c.isDone(pos); !untilDone {
			c.p.Safe(c.call, c.p.Source(c.call.Fun), proof, pos)
			return
		}
		doubts = append(doubts, check.Doubting(verdict.OtherEnd, pos))
	}
	if !paused && len(doubts) == 0 {
		doubts = append(doubts, c.renewed(start)...)
	}
	c.p.Report(check.Finding{
		At:      c.call,
		Message: c.message(paused, untilDone),
		Trace:   []check.Hop{{Pos: start.failure.Pos(), Message: "tests for the failure"}},
		Doubts:  append(doubts, c.asked(start)...),
	})
}

func (c *cycle) message(paused, untilDone bool) string {
	name, how := c.decl.Name.Name, "itself"
	if c.through != nil {
		how = "itself by " + c.through.Name.Name
	}
	if untilDone {
		return fmt.Sprintf("the stack grows with each attempt for as long as the other side is down: after a failure %s calls %s, with no limit but the end of a context", name, how)
	}
	if paused {
		return fmt.Sprintf("the stack grows with each attempt, and no shutdown ends them: after a failure %s calls %s, without a limit", name, how)
	}
	return fmt.Sprintf("the process crashes with a stack overflow if the failure persists: %s calls %s immediately, without a limit", name, how)
}

// asked returns the doubt that a call decides whether to try once more.
func (c *cycle) asked(start *route) []check.Doubt {
	for _, cond := range start.conditions() {
		if call := start.decides(cond); call != nil {
			return []check.Doubt{check.Doubting(verdict.OtherEnd, call.Pos())}
		}
	}
	return nil
}
