package lostbatch

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// filled returns the fields that other functions of the package add to, for a loop to pass on
// from time to time:
//
//	func (r *Recorder) Add(run Run) { r.buf = append(r.buf, run) }
func (b *batcher) filled() []*types.Var {
	if !slices.ContainsFunc(b.clauses(), func(c *ast.CommClause) bool { return len(b.exits(c)) > 0 }) {
		return nil
	}
	var list []*types.Var
	for _, g := range b.growing() {
		if g.in != b.fn.Node() && !slices.Contains(list, g.field) {
			list = append(list, g.field)
		}
	}
	return list
}

// A growth is a field that a function of the package adds to.
type growth struct {
	field *types.Var
	in    *ast.FuncDecl
}

// growths returns the fields that the functions of a package add to.
func growths(p *check.Pass) []growth {
	var list []growth
	for _, decl := range astindex.Funcs(p.Pass) {
		if decl.Body == nil {
			continue
		}
		for _, v := range (&batcher{p: p}).grows(decl.Body) {
			if v.IsField() {
				list = append(list, growth{v, decl})
			}
		}
	}
	return list
}

// grows returns the variables that a body adds to.
func (b *batcher) grows(body ast.Node) []*types.Var {
	var list []*types.Var
	ast.Inspect(body, func(n ast.Node) bool {
		if v := b.adds(n); v != nil {
			list = append(list, v)
		}
		return true
	})
	return list
}

// stores reports whether a body passes v, or an element of it, to a call that can fail: what
// writes it to a file, a store or a connection.
func (b *batcher) stores(body ast.Node, v *types.Var) bool {
	parts := []*types.Var{v}
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.RangeStmt:
			if b.uses(n.X, v) {
				parts = append(parts, b.declared(n.Key), b.declared(n.Value))
			}
		case *ast.AssignStmt:
			if len(n.Lhs) == 1 && b.uses(n.Rhs[0], v) {
				parts = append(parts, b.declared(n.Lhs[0])) // batch := r.buf
			}
		case *ast.CallExpr:
			fn := callmatch.Callee(b.p.TypesInfo, n)
			found = found || fn != nil && callmatch.CanFail(fn.Signature()) && !b.logs(n) && slices.ContainsFunc(n.Args, func(arg ast.Expr) bool {
				return slices.ContainsFunc(parts, func(part *types.Var) bool { return part != nil && b.passes(arg, part) })
			})
		}
		return !found
	})
	return found
}

// declared returns the variable that an expression declares, or nil.
func (b *batcher) declared(expr ast.Expr) *types.Var {
	id, ok := expr.(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := b.p.TypesInfo.Defs[id].(*types.Var)
	return v
}
