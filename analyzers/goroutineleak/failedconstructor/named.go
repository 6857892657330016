package failedconstructor

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
)

// failsBare reports whether a return without results gives an error: a condition around it asks for the
// result that is one.
//
//	func open(path string) (r io.Reader, err error) {
//		f, err := os.Open(path)
//		…
//		if _, err = f.Seek(0, 0); err != nil {
//			return
//		}
func (c *constructor) failsBare(ret *ast.ReturnStmt) bool {
	results := c.results()
	return len(results) > 0 && c.askedFor(ret, results[len(results)-1])
}

// results returns the results of the function that have a name, in order; the last is the error.
func (c *constructor) results() []*types.Var {
	return slices.DeleteFunc(slices.Collect(astindex.Signature(c.p.TypesInfo, c.fn).Results().Variables()), func(v *types.Var) bool {
		return v.Name() == ""
	})
}

// handsOut reports whether a statement gives what was opened to a result with a name.
func (c *constructor) handsOut(o *opened, n ast.Node) bool {
	assign, ok := n.(*ast.AssignStmt)
	if !ok || !slices.ContainsFunc(assign.Rhs, func(rhs ast.Expr) bool { return c.mentions(o.holders, rhs) }) {
		return false
	}
	return slices.ContainsFunc(assign.Lhs, func(lhs ast.Expr) bool { return c.isResult(syntax.RootVar(c.p.TypesInfo, lhs)) })
}

// isResult reports whether a variable is a result with a name, and not the error.
func (c *constructor) isResult(v *types.Var) bool {
	results := c.results()
	return len(results) > 1 && slices.Contains(results[:len(results)-1], v)
}
