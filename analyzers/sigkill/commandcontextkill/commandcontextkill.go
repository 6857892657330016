// Package commandcontextkill is the check sigkill/command-context-kill: long-running
// child process is killed when its context is done.
package commandcontextkill

import (
	"embed"
	"fmt"
	"go/ast"
	"path"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed commandcontextkill.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of sigkill.
var Check = &check.Check{
	Slug:       "command-context-kill",
	Title:      "long-running child process is killed when its context is done",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	MinGo:      "go1.20",
	Imports:    []string{"os/exec"},
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	s.cmd = exec.CommandContext(ctx, "worker")
//	s.cmd.Start() // and Cancel is not set
//
// Safe are commands that are run and waited for in one place, where the limit
// is what the context is for, but for programs that leave something undone when they are killed; and those whose context has a deadline and nothing else.
// WaitDelay alone is no help: it begins when the child has been killed.
func run(p *check.Pass) {
	for cur, to := range calls.All(p.Pass) {
		call := to.Expr
		if to.Name != "os/exec.CommandContext" || len(call.Args) < 2 || p.Quiet(call.Pos()) {
			continue
		}
		life := process.LifeOf(p, cur)
		switch {
		case life.Configured != nil:
			p.Safe(call, life.Name, verdict.Handled, life.Configured.Pos())
		case life.Waited != nil:
			waitedFor(p, cur, life)
		case process.ContextLimited(p, cur, call.Args[0]):
			p.Safe(call, life.Name, verdict.Limited, call.Args[0].Pos())
		case life.Start != nil:
			reportContextKill(p, call, life)
		}
	}
}

func reportContextKill(p *check.Pass, call *ast.CallExpr, life *process.Life) {
	if at, ok := p.Wanted(call); ok {
		p.Safe(call, life.Name, verdict.Wanted, at)
		return
	}
	if catalog.ReadingTools[path.Base(process.Text(p, call.Args[1]))] {
		life.Doubt(verdict.NothingWon, call.Args[1])
	}
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("%s is killed with SIGKILL when %s is done, and cannot finish its work: Cancel is not set",
			life.Name, p.Source(call.Args[0])),
		Trace:  []check.Hop{{Pos: life.Start.Pos(), Message: "started here, and not waited for immediately"}},
		Doubts: life.Doubts,
		Fix:    fixGraceful(p, call),
	})
}

// fixGraceful makes the end of the context ask first:
//
//	exec.CommandContext(ctx, …)  →  lifecycle.Graceful(exec.CommandContext(ctx, …), 10*time.Second)
func fixGraceful(p *check.Pass, call *ast.CallExpr) *edit.Fix {
	e := p.Edit(call.Pos())
	lc := e.Import(call.Pos(), p.Lifecycle(), "lifecycle")
	e.Insert(call.Pos(), lc+".Graceful(")
	e.Insert(call.End(), ", "+process.TenSeconds(p, e, call.Pos())+")")
	return e.Fix("Send SIGTERM first, with "+lc+".Graceful", "the child process has 10 s to exit")
}
