package sigkill

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

var forceKill = &check.Check{
	Slug:       "force-kill",
	Title:      "process is killed without having been asked to stop",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Imports:    []string{"os", "os/exec", "syscall", "golang.org/x/sys/unix"},
	Run:        runForceKill,
}

// runForceKill reports
//
//	process.Kill()
//	syscall.Kill(pid, syscall.SIGKILL)
//	exec.Command("kill", "-9", pid)
//
// unless on every way to it a signal that can be caught is sent, and then time
// passes. Silent where asking has failed, where a child that did not come up is put
// away, where its context has killed it already, where both of its ends are in the
// hands of this program, on systems that cannot ask, in code for tests, for the program's own process, in functions whose name or documentation
// says that they kill, and where a comment says why. A child of the program that nobody
// has asked is child-kill's.
func runForceKill(p *check.Pass) { runKills(p, false) }

// runKills reports kills of the program's own children, or those of other processes.
func runKills(p *check.Pass, children bool) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for file := range in.Root().Children() {
		if p.Quiet(file.Node().Pos()) {
			continue
		}
		for cur := range file.Preorder((*ast.CallExpr)(nil)) {
			if k := killAt(p, cur); k != nil {
				judgeKill(p, k, children)
			}
		}
	}
}

func judgeKill(p *check.Pass, k *kill, children bool) {
	if killer(p, k.cur) || onlyHere(p, k.cur) || abandoned(p, k) || killsItself(p, k) || byContext(p, k) || ofFilter(p, k) {
		return
	}
	if p.SaysBeside(k.cur.Node().Pos(), reasons...) {
		return
	}
	s := stageAt(p, k.cur, 0)
	if s == waited || s == asked && failedToAsk(p, k.cur) || (s != asked && ofChild(p, k)) != children {
		return
	}
	why := "the first signal the process gets cannot be caught, so what it was doing is lost"
	if s == asked {
		why = "it comes right behind the request to stop, which leaves no time for it"
	}
	p.Report(check.Finding{
		At:      k.cur.Node().(*ast.CallExpr),
		Message: fmt.Sprintf("%s: %s", k.by, why),
		Fix:     fixKill(p, k),
	})
}

// onlyHere reports whether cur stands behind a test of the operating system:
// some know no other signal.
func onlyHere(p *check.Pass, cur inspector.Cursor) bool {
	for c := range cur.Enclosing((*ast.IfStmt)(nil), (*ast.CaseClause)(nil), (*ast.SwitchStmt)(nil)) {
		var cond ast.Node
		switch n := c.Node().(type) {
		case *ast.IfStmt:
			cond = n.Cond
		case *ast.SwitchStmt:
			cond = n.Tag
		}
		if mentionsSystem(p, cond) {
			return true
		}
	}
	return false
}

func mentionsSystem(p *check.Pass, n ast.Node) bool {
	found := false
	if expr, ok := n.(ast.Expr); ok && expr != nil {
		ast.Inspect(expr, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				obj := p.TypesInfo.Uses[id]
				found = found || obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "runtime" && obj.Name() == "GOOS"
			}
			return true
		})
	}
	return found
}
