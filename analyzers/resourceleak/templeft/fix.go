package templeft

import (
	"go/ast"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// removal returns the call that removes it, "" where the function that makes it is one of neither package
// os nor this one, or the file has package os by another name, or not at all.
func (c *temp) removal(p *check.Pass) string {
	name, pkg := c.Name, "os"
	if sel, ok := ast.Unparen(c.Call.Fun).(*ast.SelectorExpr); ok && c.Func.Pkg().Path() == "os" {
		pkg = p.Source(sel.X)
	} else if c.Func.Pkg() != p.Pkg || !c.importsOS(p) {
		return ""
	}
	if c.MakesDir {
		return pkg + ".RemoveAll(" + name + ")"
	}
	if callmatch.TypeName(c.Func.Signature().Results().At(c.result).Type()) == "os.File" {
		name += ".Name()"
	}
	return pkg + ".Remove(" + name + ")"
}

// importsOS reports whether the file has package os by its own name.
func (c *temp) importsOS(p *check.Pass) bool {
	for cur := range c.Cur.Enclosing((*ast.File)(nil)) {
		return slices.ContainsFunc(cur.Node().(*ast.File).Imports, func(spec *ast.ImportSpec) bool {
			return spec.Name == nil && spec.Path.Value == `"os"`
		})
	}
	return false
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
