package templeft

import (
	"go/ast"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// removal returns the call that removes it, "" where the function that makes it is not one of
// package os, by whose name the file has that package.
func (c *temp) removal(p *check.Pass) string {
	sel, ok := ast.Unparen(c.Call.Fun).(*ast.SelectorExpr)
	if !ok || c.Func.Pkg().Path() != "os" {
		return ""
	}
	if c.row.MakesDir {
		return p.Source(sel.X) + ".RemoveAll(" + c.Name + ")"
	}
	return p.Source(sel.X) + ".Remove(" + c.Name + ".Name())"
}

// running reports whether the function starts a program, which may use it after the return.
func (c *temp) running() bool {
	for instr := range ssaflow.Instrs(c.SSA.Parent()) {
		call, ok := instr.(*ssa.Call)
		if ok && ssaflow.Callee(&call.Call) == "(*os/exec.Cmd).Start" {
			return true
		}
	}
	return false
}

// fix removes it when the function returns, where no path passes it on, and else before each of
// the exits.
func (c *temp) fix(p *check.Pass, exits []site.Exit) *edit.Fix {
	if c.End == "" {
		return nil
	}
	if len(c.Fate.Gone) == 0 && !c.running() {
		if fix := c.Defer(p, c.End); fix != nil {
			return fix
		}
	}
	if len(exits) == 0 {
		return nil
	}
	return c.Before(p, exits, c.Var, c.End)
}
