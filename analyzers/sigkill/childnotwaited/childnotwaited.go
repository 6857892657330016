// Package childnotwaited is the check sigkill/child-not-waited: child process is started and
// never waited for.
package childnotwaited

import (
	"embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed childnotwaited.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of sigkill.
var Check = &check.Check{
	Slug:       "child-not-waited",
	Title:      "child process is started and never waited for",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Imports:    []string{"os/exec"},
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	cmd := exec.Command("hook", path)
//	err := cmd.Start() // and no cmd.Wait
//
// Safe are commands that something of the package waits for or releases, and those after
// whose start the program exits. Unproven where other code gets the command, and of low
// confidence where its output is read and no field keeps it: the end of that shows the child's.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur, to := range calls.All(p.Pass) {
		call := to.Expr
		name := to.Name
		if name != "os/exec.Command" && name != "os/exec.CommandContext" || p.Quiet(call.Pos()) {
			continue
		}
		life := process.LifeOf(p, cur)
		start, ok := life.Start.(*ast.CallExpr)
		if !ok || life.Waited != nil {
			continue
		}
		if life.Reaped != nil {
			p.Safe(start, life.Name, verdict.Joined, life.Reaped.Pos())
			continue
		}
		if at := exitBehind(p, in, start, 2); at != nil {
			p.Safe(start, life.Name, verdict.WithProcess, at.Pos())
			continue
		}
		report(p, in, start, life)
	}
}

func report(p *check.Pass, in *inspector.Inspector, start *ast.CallExpr, life *process.Life) {
	decl, once := around(p, in, start)
	if at, ok := p.Wanted(start); ok {
		p.Safe(start, life.Name, verdict.Wanted, at)
		return
	}
	if decl != nil && p.SaysBetween(decl.Body.Pos(), start.Pos(), "survive", "survives", "outlive", "outlives") {
		p.Safe(start, life.Name, verdict.Wanted, decl.Pos())
		return
	}
	var doubts []check.Doubt
	for _, d := range life.Doubts {
		if life.SetsUp(d.Pos) {
			continue
		}
		if d.Doubt == verdict.Escapes || d.Doubt == verdict.UnknownCallee {
			doubts = append(doubts, d, check.Doubting(verdict.OutOfSight, start.Pos()))
		}
	}
	if once && p.Pkg.Name() == "main" && decl.Name.Name == "main" {
		doubts = append(doubts, check.Doubting(verdict.Lifetime, start.Pos()))
	}
	if life.Piped != nil && !life.Kept() {
		doubts = append(doubts, check.Doubting(verdict.OtherEnd, life.Piped.Pos()))
	}
	var wait *edit.Fix
	if life.Piped == nil { // Wait closes the pipe, which has to be read first
		wait = fix(p, in, start)
	}
	p.Report(check.Finding{
		At: start,
		Message: fmt.Sprintf("child remains as a zombie when it has exited, and how it ended goes unnoticed: nothing calls %s.Wait",
			p.Source(ast.Unparen(start.Fun).(*ast.SelectorExpr).X)),
		Doubts: doubts,
		Fix:    wait,
	})
}
