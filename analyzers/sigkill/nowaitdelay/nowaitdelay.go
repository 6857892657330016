// Package nowaitdelay is the check sigkill/no-wait-delay: wait for a killed command does not end
// before what it has started.
package nowaitdelay

import (
	"embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed nowaitdelay.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of sigkill.
var Check = &check.Check{
	Slug:       "no-wait-delay",
	Title:      "wait for a killed command does not end before what it has started",
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
//	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
//	defer cancel()
//	out, err := exec.CommandContext(ctx, "sh", "-c", script).CombinedOutput()
//
// The limit kills the shell. What it has started keeps the pipe of the output open, and the call
// returns when that ends (Go issue 23019). Safe is a command with a WaitDelay, one whose output goes
// to files, and a script of one simple command, which replaces the shell. A program that a setting
// names, and a hook that operators put into a directory, may start others as well.
func run(p *check.Pass) {
	names := make(edit.NewNames)
	for cur, to := range calls.All(p.Pass) {
		call := to.Expr
		if to.Name != "os/exec.CommandContext" || len(call.Args) < 2 || p.Quiet(call.Pos()) || process.NeverEnds(p, call.Args[0]) {
			continue
		}
		killed, doubts := "shell", []check.Doubt(nil)
		if process.ScriptOf(p, cur) == nil {
			if killed, doubts = configured(p, call); killed == "" && isHook(p, cur, call.Args[1]) {
				killed = "hook"
			}
			if killed == "" {
				continue
			}
		}
		switch o := outputOf(p, cur, 1); {
		case o.limited != nil:
			p.Safe(call, p.Source(call.Fun), verdict.Limited, o.limited.Pos())
		case o.copied != nil:
			report(p, cur, o, killed, doubts, names)
		}
	}
}

// configured returns what is killed if the program and its arguments are no part of the code: those of
// fields are settings, and a script as well. Others may be those of a caller which knows the program.
func configured(p *check.Pass, call *ast.CallExpr) (killed string, doubts []check.Doubt) {
	program := call.Args[1]
	if len(call.Args) < 3 || !call.Ellipsis.IsValid() || len(call.Args) > 3 || p.TypesInfo.Types[program].Value != nil {
		return "", nil
	}
	if !setting(p, program) || !setting(p, call.Args[2]) {
		doubts = append(doubts, check.Doubting(verdict.OneProgram, program.Pos()))
	}
	return "program", doubts
}

// setting reports whether an expression is a field, or elements of one.
func setting(p *check.Pass, expr ast.Expr) bool {
	switch e := ast.Unparen(expr).(type) {
	case *ast.IndexExpr:
		return setting(p, e.X)
	case *ast.SliceExpr:
		return setting(p, e.X)
	}
	return callmatch.Field(p.TypesInfo, expr) != nil
}

func report(p *check.Pass, cur inspector.Cursor, o output, killed string, doubts []check.Doubt, names edit.NewNames) {
	call := cur.Node().(*ast.CallExpr)
	if o.group != nil {
		doubts = append(doubts, check.Doubting(verdict.MaybeAsked, o.group.Pos()))
	}
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("the wait does not end when %s is done: that kills the %s, what it has started keeps the output open, and WaitDelay is not set",
			p.Source(call.Args[0]), killed),
		Trace:  []check.Hop{{Pos: o.copied.Pos(), Message: "the output is copied through a pipe here"}},
		Doubts: doubts,
		Fix:    fixWait(p, cur, killed, names),
	})
}
