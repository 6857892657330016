package doubleclose

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// containerOf returns the field that an expression is an element of: an index into it,
// or the value of a range over it.
func containerOf(p *check.Pass, cur inspector.Cursor, expr ast.Expr) *types.Var {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.IndexExpr:
		return callmatch.Field(p.TypesInfo, expr.X)
	case *ast.Ident:
		v := p.TypesInfo.ObjectOf(expr)
		for c := range cur.Enclosing((*ast.RangeStmt)(nil)) {
			loop := c.Node().(*ast.RangeStmt)
			if value, ok := loop.Value.(*ast.Ident); ok && p.TypesInfo.ObjectOf(value) == v {
				return containerField(p, loop.X)
			}
		}
	}
	return nil
}

// takesOut reports whether a part of a function deletes elements of the container, clears it or
// sets it.
func takesOut(p *check.Pass, region ast.Node, container *types.Var) bool {
	is := func(expr ast.Expr) bool {
		if index, ok := ast.Unparen(expr).(*ast.IndexExpr); ok {
			expr = index.X
		}
		return callmatch.Field(p.TypesInfo, expr) == container
	}
	found := false
	ast.Inspect(region, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			for _, arg := range n.Args { // delete, clear, and functions that are passed the container
				found = found || is(arg) && !p.TypesInfo.Types[arg].IsType() && callmatch.CalleeName(p.TypesInfo, n) != "len"
			}
		case *ast.AssignStmt:
			found = found || slices.ContainsFunc(n.Lhs, is)
		}
		return !found
	})
	return found
}

// elementOf returns the field that an expression is an element of: as [containerOf], the key of a
// range over a map of pointers, or what a statement has read from the container.
func elementOf(p *check.Pass, cur inspector.Cursor, expr ast.Expr) *types.Var {
	if c := containerOf(p, cur, expr); c != nil {
		return c
	}
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok {
		return nil
	}
	v := p.TypesInfo.ObjectOf(id)
	for c := range cur.Enclosing((*ast.RangeStmt)(nil), (*ast.IfStmt)(nil), (*ast.BlockStmt)(nil), (*ast.CommClause)(nil)) {
		switch n := c.Node().(type) {
		case *ast.RangeStmt:
			if key, ok := n.Key.(*ast.Ident); ok && p.TypesInfo.ObjectOf(key) == v {
				return containerField(p, n.X)
			}
		case *ast.IfStmt:
			if field := readFrom(p, n.Init, v); field != nil {
				return field
			}
			if field := memberTest(p, n, v); field != nil {
				return field
			}
		case *ast.BlockStmt:
			for _, stmt := range n.List {
				if field := readFrom(p, stmt, v); field != nil && stmt.Pos() < expr.Pos() {
					return field
				}
			}
		}
	}
	return nil
}

// readFrom returns the container that a statement v, ok := x.f[k] reads from.
func readFrom(p *check.Pass, stmt ast.Stmt, v types.Object) *types.Var {
	assign, ok := stmt.(*ast.AssignStmt)
	if !ok || len(assign.Rhs) != 1 {
		return nil
	}
	index, ok := ast.Unparen(assign.Rhs[0]).(*ast.IndexExpr)
	if id, isID := assign.Lhs[0].(*ast.Ident); !ok || !isID || p.TypesInfo.ObjectOf(id) != v {
		return nil
	}
	return containerField(p, index.X)
}

// containerField returns the field that a container is, or that a container of it is: x.f, x.f[k].
func containerField(p *check.Pass, expr ast.Expr) *types.Var {
	if index, ok := ast.Unparen(expr).(*ast.IndexExpr); ok {
		expr = index.X
	}
	return callmatch.Field(p.TypesInfo, expr)
}

// memberTest returns the container in which v is a key, by a test of that: if _, ok := x.f[v]; ok.
func memberTest(p *check.Pass, stmt *ast.IfStmt, v types.Object) *types.Var {
	var field *types.Var
	for _, part := range parts(stmt) {
		ast.Inspect(part, func(n ast.Node) bool {
			if index, ok := n.(*ast.IndexExpr); ok {
				if id, ok := ast.Unparen(index.Index).(*ast.Ident); ok && p.TypesInfo.ObjectOf(id) == v {
					field = containerField(p, index.X)
				}
			}
			return field == nil
		})
	}
	return field
}

// parts returns the initialization, if there is one, and the condition.
func parts(stmt *ast.IfStmt) []ast.Node {
	if stmt.Init == nil {
		return []ast.Node{stmt.Cond}
	}
	return []ast.Node{stmt.Init, stmt.Cond}
}
