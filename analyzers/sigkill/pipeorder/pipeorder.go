// Package pipeorder is the check sigkill/pipe-order: pipe of a child process is closed before it is
// read, or never.
package pipeorder

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed pipeorder.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of sigkill.
var Check = &check.Check{
	Slug:       "pipe-order",
	Title:      "pipe of a child process is closed before it is read, or never",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	out, err := cmd.StdoutPipe()
//	…
//	err = cmd.Wait() // closes out
//	scan(out)
//
// a wait for a child whose input the function writes and nothing closes, input that is written to
// its end before any of the output is read, output of which only a part is read, and one output that is read to its end before the other. Pipes that leave the
// function for what may read or close them are left alone.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur, to := range calls.All(p.Pass) {
		call := to.Expr
		end, ok := catalog.CommandPipes[to.Name]
		sel, isSel := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok || !isSel || p.Quiet(call.Pos()) {
			continue
		}
		pipe := holder(p, cur)
		fn, inFunc := astindex.FuncAround(cur)
		if pipe == nil || !inFunc {
			continue
		}
		wait, found := waitFor(p, fn, cur, p.Source(sel.X), false)
		if !found && end != "Stdin" {
			wait, found = waitFor(p, fn, cur, p.Source(sel.X), true)
		}
		switch {
		case !found && end == "Stdin":
			if wait, found = waitElsewhere(p, in, sel.X, pipe); found {
				judgeWrite(p, cur, wait, pipe)
			}
		case !found:
		case end != "Stdin":
			if !sameFunc(cur, wait) || !judgePartly(p, wait, fn, pipe) {
				judgeRead(p, wait, fn, pipe)
			}
		default:
			judgeWrite(p, cur, wait, pipe)
		}
		switch end {
		case "Stdin":
			judgeBoth(p, cur, fn, pipe)
		case "Stderr":
			judgeOutputs(p, cur, fn, pipe)
		}
	}
}

// judgeRead reports a wait after which the pipe is read for the first time, and one that comes
// while a goroutine may still be reading: with low confidence where that only logs what it reads.
func judgeRead(p *check.Pass, wait, fn inspector.Cursor, pipe *types.Var) {
	call := wait.Node().(*ast.CallExpr)
	reads := slices.DeleteFunc(readsOf(p, fn, pipe, 3), closed)
	if len(reads) == 0 || p.Quiet(call.Pos()) {
		return
	}
	var doubts []check.Doubt
	does := "is read after it"
	if in, _ := astindex.FuncAround(wait); in != fn || !allAfter(wait, reads) {
		beside := readBeside(p, fn, wait, reads)
		if !beside && !stillReading(p, fn, wait, reads) {
			return
		}
		does = "may still be read"
		if !beside && !keepsOutput(p, reads) {
			doubts = append(doubts, check.Doubting(verdict.NothingWon, reads[0].Node().Pos()))
		}
	}
	at := reads[0].Node().Pos()
	p.Report(check.Finding{
		At:      call,
		Message: fmt.Sprintf("output is lost: %s closes %s, which %s (%s)", p.Source(call.Fun), pipe.Name(), does, p.Where(at, call.Pos())),
		Trace:   []check.Hop{{Pos: at, Message: "read here"}},
		Doubts:  doubts,
	})
}

// judgeWrite reports the pipe at cur if the function waits for the child and nothing closes it.
func judgeWrite(p *check.Pass, cur, wait inspector.Cursor, pipe *types.Var) {
	u := usesOf(p, cur.Inspector(), pipe, 3)
	if u.closed != nil {
		p.Safe(cur.Node(), pipe.Name(), verdict.Ended, u.closed.Pos())
		return
	}
	if u.written == nil || u.away != nil {
		return
	}
	at, name := cur.Node().(*ast.CallExpr), pipe.Name()
	if !sameFunc(cur, wait) {
		at = wait.Node().(*ast.CallExpr)
		name = besides(p, wait, held(p, cur.Inspector(), pipe))
	}
	p.Report(check.Finding{
		At: at,
		Message: fmt.Sprintf("a child that reads its input to the end never exits, and %s (%s) never returns: nothing closes %s",
			p.Source(wait.Node().(*ast.CallExpr).Fun), p.Where(wait.Node().Pos(), at.Pos()), name),
		Trace: []check.Hop{{Pos: u.written.Pos(), Message: "written here"}},
		Fix:   fix(p, wait, u.written, pipe, name),
	})
}

func sameFunc(a, b inspector.Cursor) bool {
	fn, _ := astindex.FuncAround(a)
	other, _ := astindex.FuncAround(b)
	return fn == other
}
