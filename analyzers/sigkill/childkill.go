package sigkill

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

var childKill = &check.Check{
	Slug:       "child-kill",
	Title:      "child of the program is killed without having been asked to stop",
	Severity:   check.Medium,
	Confidence: check.OptIn, // two of three are helpers with nothing to lose
	Since:      "0.1.0",
	Imports:    []string{"os/exec"},
	Run:        runChildKill,
}

// runChildKill reports what force-kill leaves to it, because the process is a child that
// the program has started itself:
//
//	func (s *server) Close() error { return s.cmd.Process.Kill() }
//
// Whoever starts a helper knows better than a check whether it has something to lose.
func runChildKill(p *check.Pass) { runKills(p, true) }

// ofChild reports whether a kill ends the process of an exec.Cmd.
func ofChild(p *check.Pass, k *kill) bool {
	if k.pid == nil {
		return false
	}
	sel, ok := ast.Unparen(k.pid).(*ast.SelectorExpr)
	return ok && p.TypesInfo.Selections[sel] != nil && callmatch.OwnedField(p.TypesInfo.Selections[sel]) == "os/exec.Cmd.Process"
}
