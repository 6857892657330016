// Package forcekill is the check sigkill/force-kill: process is killed without a request
// to stop.
package forcekill

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed forcekill.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of sigkill.
var Check = &check.Check{
	Slug:       "force-kill",
	Aliases:    []string{"child-kill"},
	Title:      "process is killed without a request to stop",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	process.Kill()
//	syscall.Kill(pid, syscall.SIGKILL)
//	exec.Command("kill", "-9", pid)
//
// unless on every path to it a signal that can be caught is sent, and then time passes.
// Safe are the kills where that signal has failed, of a child that did not come up, whose
// context has killed it already or has a deadline, or whose both ends this program holds, of the program's
// own process, where SIGKILL is asked for, and on systems without such a signal.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for file := range in.Root().Children() {
		if p.Quiet(file.Node().Pos()) {
			continue
		}
		for cur := range file.Preorder((*ast.CallExpr)(nil)) {
			if k := process.KillAt(p, cur); k != nil {
				judgeKill(p, k)
			}
		}
	}
}

func judgeKill(p *check.Pass, k *process.Kill) {
	call := k.Cur.Node().(*ast.CallExpr)
	if at, ok := p.Wanted(call, "kill first"); ok {
		p.Safe(call, k.By, verdict.Wanted, at)
		return
	}
	if onlyWindows(p, k.Cur) || abandoned(p, k) || killsItself(p, k) || byContext(p, k) || ofFilter(p, k) || requested(p, k.Cur) || ofRest(p, k) {
		p.Safe(call, k.By, verdict.Handled, call.Pos())
		return
	}
	if at := overdue(p, k.Cur); at != nil {
		p.Safe(call, k.By, verdict.Limited, at.Pos())
		return
	}
	s := stageAt(p, k.Cur, 0)
	if s == waited || s == asked && failedToAsk(p, k.Cur) {
		p.Safe(call, k.By, verdict.Handled, call.Pos())
		return
	}
	why := "the process cannot finish its work, because SIGKILL is the first signal it gets"
	if s == asked {
		why = "the process has no time to finish its work, because SIGKILL follows the request to stop immediately"
	}
	p.Report(check.Finding{
		At:      call,
		Message: fmt.Sprintf("%s: %s", k.By, why),
		Doubts:  killDoubts(p, k, s),
		Fix:     fixKill(p, k),
	})
}

// killDoubts returns what speaks against a finding: that it is the job of the function to
// kill, that it asks elsewhere, or that the process is one that only shows what there is.
func killDoubts(p *check.Pass, k *process.Kill, s stage) []check.Doubt {
	var doubts []check.Doubt
	if at := killer(p, k.Cur); at.IsValid() {
		doubts = append(doubts, check.Doubting(verdict.CallerDecides, at))
	}
	if at := asksElsewhere(p, k.Cur); s != asked && at != nil {
		doubts = append(doubts, check.Doubting(verdict.MaybeAsked, at.Pos()))
	}
	if s != asked && ofReader(p, k) {
		doubts = append(doubts, check.Doubting(verdict.NothingWon, k.Pid.Pos()))
	}
	return doubts
}

// onlyWindows reports whether cur stands where a test has found that the system is
// Windows, which knows no other signal.
func onlyWindows(p *check.Pass, cur inspector.Cursor) bool {
	for c := range cur.Enclosing() {
		switch n := c.Node().(type) {
		case *ast.IfStmt:
			inBody := n.Body.Pos() <= cur.Node().Pos() && cur.Node().Pos() < n.Body.End()
			if op := comparesToWindows(p, n); op == token.EQL && inBody || op == token.NEQ && !inBody {
				return true
			}
		case *ast.CaseClause:
			if tag, ok := c.Parent().Parent().Node().(*ast.SwitchStmt); ok && process.MentionsSystem(p, tag.Tag) && saysWindows(p, n.List...) {
				return true
			}
		case *ast.BlockStmt:
			for _, stmt := range n.List {
				test, ok := stmt.(*ast.IfStmt)
				if ok && test.End() <= cur.Node().Pos() && comparesToWindows(p, test) == token.NEQ && returns(test.Body) {
					return true
				}
			}
		}
	}
	return false
}

// comparesToWindows returns == or != if the condition compares runtime.GOOS to "windows".
func comparesToWindows(p *check.Pass, stmt *ast.IfStmt) token.Token {
	test, ok := ast.Unparen(stmt.Cond).(*ast.BinaryExpr)
	if ok && (test.Op == token.EQL || test.Op == token.NEQ) && process.MentionsSystem(p, test) && saysWindows(p, test.X, test.Y) {
		return test.Op
	}
	return token.ILLEGAL
}

func returns(body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return false
	}
	_, ok := body.List[len(body.List)-1].(*ast.ReturnStmt)
	return ok
}

func saysWindows(p *check.Pass, exprs ...ast.Expr) bool {
	return slices.ContainsFunc(exprs, func(expr ast.Expr) bool { return process.Text(p, expr) == "windows" })
}
