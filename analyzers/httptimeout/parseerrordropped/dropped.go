package parseerrordropped

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// dropped is a value whose parse error is assigned to the blank identifier.
type dropped struct {
	call     *ast.CallExpr
	assign   *ast.AssignStmt
	value    *types.Var // the local variable that gets it, nil for others
	duration bool       // not a number
	doubts   []check.Doubt
}

// parsed returns what an assignment parses, nil if it does not drop the error.
func parsed(p *check.Pass, cur inspector.Cursor) *dropped {
	assign := cur.Node().(*ast.AssignStmt)
	if len(assign.Lhs) != 2 || len(assign.Rhs) != 1 {
		return nil
	}
	blank, ok := assign.Lhs[1].(*ast.Ident)
	call, isCall := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
	if !ok || !isCall || blank.Name != "_" || len(call.Args) == 0 {
		return nil
	}
	name := callmatch.CalleeName(p.TypesInfo, call)
	duration := catalog.DurationParsers[name]
	if !duration && !catalog.NumberParsers[name] {
		return nil
	}
	d := &dropped{call: call, assign: assign, duration: duration}
	if id, ok := assign.Lhs[0].(*ast.Ident); ok {
		d.value, _ = p.TypesInfo.ObjectOf(id).(*types.Var)
	}
	return d
}

// tested returns the test of the value that follows, or the call that puts another in the place of zero;
// nil if there is none.
func (d *dropped) tested(p *check.Pass, cur inspector.Cursor) ast.Node {
	for _, use := range d.uses(p) {
		c, _ := astindex.Find(cur.Inspector(), use)
		for n := range c.Enclosing((*ast.BinaryExpr)(nil), (*ast.CallExpr)(nil), (*ast.SwitchStmt)(nil), (*ast.BlockStmt)(nil)) {
			switch n := n.Node().(type) {
			case *ast.BinaryExpr:
				if callmatch.Compares(n.Op) {
					return n
				}
			case *ast.CallExpr:
				if name := callmatch.CalleeName(p.TypesInfo, n); name == "cmp.Or" || callmatch.IsBuiltin(p.TypesInfo, n, "max") {
					return n
				}
			case *ast.SwitchStmt:
				return n
			}
			if _, block := n.Node().(*ast.BlockStmt); block {
				break
			}
		}
	}
	return nil
}

// scaled reports whether the value is made a duration.
func (d *dropped) scaled(p *check.Pass, cur inspector.Cursor) bool {
	return slices.ContainsFunc(d.uses(p), func(use *ast.Ident) bool {
		c, _ := astindex.Find(cur.Inspector(), use)
		conv, ok := c.Parent().Node().(*ast.CallExpr)
		return ok && p.TypesInfo.Types[conv.Fun].IsType() && callmatch.TypeName(p.TypesInfo.TypeOf(conv)) == "time.Duration"
	})
}

// uses returns the uses of the variable after it is set.
func (d *dropped) uses(p *check.Pass) []*ast.Ident {
	if d.value == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(astindex.Of(p.Pass).Uses[d.value]), func(use *ast.Ident) bool { return use.Pos() < d.assign.End() })
}
