package closebeforefarewell

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// wrappedFields returns what the writers that fields of the package hold write to, where that is
// a field of the same struct:
//
//	&Log{f: f, w: bufio.NewWriter(f)}
//	l.w = bufio.NewWriter(l.f)
func wrappedFields(p *check.Pass) map[*types.Var]*types.Var {
	to := make(map[*types.Var]*types.Var)
	note := func(field *types.Var, value ast.Expr, in *ast.CompositeLit) {
		call, ok := ast.Unparen(value).(*ast.CallExpr)
		if !ok || field == nil || len(call.Args) == 0 || catalog.Wrapped[callmatch.CalleeName(p.TypesInfo, call)] == "" {
			return
		}
		under := syntax.VariableOf(p, call.Args[0])
		if in != nil {
			under = fieldWith(p, in, under)
		}
		if under != nil && under.IsField() {
			to[field] = under
		}
	}
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	in.Preorder([]ast.Node{(*ast.CompositeLit)(nil), (*ast.AssignStmt)(nil)}, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.CompositeLit:
			for _, elt := range n.Elts {
				if kv, ok := elt.(*ast.KeyValueExpr); ok {
					note(fieldNamed(p, kv.Key), kv.Value, n)
				}
			}
		case *ast.AssignStmt:
			if sel, ok := n.Lhs[0].(*ast.SelectorExpr); ok && len(n.Lhs) == len(n.Rhs) {
				note(callmatch.Field(p.TypesInfo, sel), n.Rhs[0], nil)
			}
		}
	})
	return to
}

// fieldWith returns the field that a literal sets to a variable.
func fieldWith(p *check.Pass, lit *ast.CompositeLit, v *types.Var) *types.Var {
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok && v != nil && syntax.VariableOf(p, kv.Value) == v {
			return fieldNamed(p, kv.Key)
		}
	}
	return nil
}

func fieldNamed(p *check.Pass, key ast.Expr) *types.Var {
	id, ok := key.(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := p.TypesInfo.Uses[id].(*types.Var)
	if v == nil || !v.IsField() {
		return nil
	}
	return v
}

// endingsIn returns what a method of the package that a statement calls flushes or closes of its
// receiver at its end, as if the statement did so.
func endingsIn(p *check.Pass, stmt ast.Stmt, wraps map[*types.Var]*types.Var) []ending {
	call := callOf(stmt)
	if call == nil || len(wraps) == 0 {
		return nil
	}
	sel := syntax.Selector(call.Fun)
	decl := syntax.IndexDecl(p, callmatch.Callee(p.TypesInfo, call))
	if sel == nil || decl == nil || decl.Body == nil || decl.Recv == nil || len(decl.Body.List) == 0 || len(decl.Recv.List[0].Names) == 0 {
		return nil
	}
	owner, recv := syntax.VariableOf(p, sel.X), p.TypesInfo.Defs[decl.Recv.List[0].Names[0]]
	last := decl.Body.List[len(decl.Body.List)-1]
	var found []ending
	for _, e := range endingsOf(p, stmt, callOf(last)) {
		if wraps[e.on] != nil && owner != nil && e.owner == recv {
			e.call, e.owner = call, owner
			found = append(found, e)
		}
	}
	return found
}

// replaces reports whether a function of the package that is called between two positions assigns
// one of the fields.
func replaces(p *check.Pass, cur inspector.Cursor, from, to token.Pos, fields ...*types.Var) bool {
	for c := range cur.Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		if call.Pos() < from || call.End() > to {
			continue
		}
		decl := syntax.IndexDecl(p, callmatch.Callee(p.TypesInfo, call))
		if decl != nil && decl.Body != nil && assigns(p, decl.Body, fields) {
			return true
		}
	}
	return false
}

func assigns(p *check.Pass, body *ast.BlockStmt, fields []*types.Var) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if assign, ok := n.(*ast.AssignStmt); ok {
			found = found || slices.ContainsFunc(assign.Lhs, func(lhs ast.Expr) bool { return slices.Contains(fields, syntax.VariableOf(p, lhs)) })
		}
		return !found
	})
	return found
}
