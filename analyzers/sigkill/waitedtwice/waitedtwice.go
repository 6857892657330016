// Package waitedtwice is the check sigkill/waited-twice: child process is waited for twice.
package waitedtwice

import (
	"embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

//go:embed waitedtwice.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of sigkill.
var Check = &check.Check{
	Slug:       "waited-twice",
	Title:      "child process is waited for twice",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Unfixable:  "the second wait has to be one for what the goroutine tells, and others may receive that",
	Since:      "0.1.0",
	Imports:    []string{"os/exec"},
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	go func() { exited <- cmd.Wait() }()
//	…
//	_ = cmd.Process.Signal(syscall.SIGTERM)
//	err := cmd.Wait() // returns immediately, with an error
//
// in the function that starts the goroutine and in others. Silent for waits that exclude each other: in
// branches of which one returns, and in functions that start the command themselves.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	reported := make(map[ast.Node]bool)
	for cur, to := range calls.All(p.Pass) {
		name := to.Name
		if name != "os/exec.Command" && name != "os/exec.CommandContext" || p.Quiet(cur.Node().Pos()) {
			continue
		}
		life := process.LifeOf(p, cur)
		if len(life.Waits) > 1 {
			judge(p, in, life, reported)
		}
	}
}

// judge reports the waits beside the one of a goroutine.
func judge(p *check.Pass, in *inspector.Inspector, life *process.Life, reported map[ast.Node]bool) {
	var reaper *wait
	var others []*wait
	for _, n := range life.Waits {
		w := waitAt(p, in, n)
		switch {
		case w == nil:
		case w.start != nil && reaper == nil:
			reaper = w
		default:
			others = append(others, w)
		}
	}
	for _, w := range others {
		if reaper == nil || reported[w.call] || w.start == reaper.start || w.startsItself(p) || reaper.excludes(w) || p.Quiet(w.call.Pos()) {
			continue
		}
		reported[w.call] = true
		p.Report(check.Finding{
			At: w.call,
			Message: fmt.Sprintf("%s returns an error immediately, before the child has exited: a goroutine waits for it already (%s)",
				p.Name(w.call.Fun), p.Where(reaper.call.Pos(), w.call.Pos())),
			Trace: []check.Hop{{Pos: reaper.call.Pos(), Message: "waited for here"}},
		})
	}
}

// A wait is a call of Wait.
type wait struct {
	call  *ast.CallExpr
	start ast.Node         // the go statement of the goroutine that makes it, nil for none
	fn    inspector.Cursor // the declared function around it, or around the go statement
}

func waitAt(p *check.Pass, in *inspector.Inspector, sel ast.Node) *wait {
	cur, ok := astindex.Find(in, sel)
	if !ok {
		return nil
	}
	call, ok := cur.Parent().Node().(*ast.CallExpr)
	if !ok {
		return nil
	}
	w := &wait{call: call}
	if fn, ok := astindex.FuncAround(cur); ok {
		if start, ok := astindex.Of(p.Pass).GoroutineOf(p.TypesInfo, fn.Node()); ok {
			w.start = start.Node
		}
	}
	for c := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		w.fn = c
		return w
	}
	return nil
}
