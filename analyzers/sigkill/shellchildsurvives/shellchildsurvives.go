// Package shellchildsurvives is the check sigkill/shell-child-survives: what a shell has started survives
// the end of its context.
package shellchildsurvives

import (
	"embed"
	"fmt"
	"go/ast"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed shellchildsurvives.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of sigkill.
var Check = &check.Check{
	Slug:       "shell-child-survives",
	Title:      "what a shell has started survives the end of its context",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Unfixable:  "a process group of its own takes the command from the terminal, and is made in another way on each system",
	MinGo:      "go1.20",
	Imports:    []string{"os/exec"},
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	cmd := exec.CommandContext(ctx, "sh", "-c", script)
//	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
//	cmd.WaitDelay = 5 * time.Second
//
// The signal, and the kill after the delay, reach the shell alone. Safe is a command that leads a process
// group or session, and a script of one simple command, or one that begins with exec: it replaces the shell.
// Where the wait does not end either, that is the matter of no-wait-delay.
func run(p *check.Pass) {
	for cur, to := range calls.All(p.Pass) {
		call := to.Expr
		if to.Name != "os/exec.CommandContext" || len(call.Args) < 4 || p.Quiet(call.Pos()) || process.NeverEnds(p, call.Args[0]) {
			continue
		}
		script := process.ScriptOf(p, cur)
		if script == nil || strings.HasPrefix(strings.TrimLeft(process.Text(p, script), " \t\n"), "exec ") {
			continue
		}
		life := process.LifeOf(p, cur)
		switch {
		case life.Start == nil && life.Waited == nil || life.Copied != nil && life.Delayed == nil && life.Configured == nil:
		case life.Grouped != nil:
			p.Safe(call, life.Name, verdict.Handled, life.Grouped.Pos())
		default:
			report(p, call, life, p.TypesInfo.Types[script].Value != nil)
		}
	}
}

// report reports a command; several is set where its script is known to start other programs.
func report(p *check.Pass, call *ast.CallExpr, life *process.Life, several bool) {
	if at, ok := p.Wanted(call); ok {
		p.Safe(call, life.Name, verdict.Wanted, at)
		return
	}
	var doubts []check.Doubt // those of life are about what Cancel does
	if life.Configured == nil && (life.Delayed == nil || !several) {
		doubts = append(doubts, check.Doubting(verdict.OneProgram, call.Pos()))
	}
	if slices.ContainsFunc(life.Doubts, func(d check.Doubt) bool { return d.Doubt == verdict.UnknownCallee || d.Doubt == verdict.Escapes }) {
		doubts = append(doubts, check.Doubting(verdict.MaybeAsked, call.Pos()))
	}
	signal := "SIGKILL reaches"
	if life.Configured != nil {
		signal = "Cancel and the kill after it reach"
	}
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("what the shell has started keeps running when %s is done: %s the shell alone, and SysProcAttr gives %s no process group",
			p.Source(call.Args[0]), signal, life.Name),
		Doubts: doubts,
	})
}
