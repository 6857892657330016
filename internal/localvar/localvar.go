// Package localvar determines what one local variable is defined as, and whether anything
// else is ever assigned to it.
package localvar

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// Target returns what the expression at cur alone is assigned to, by an assignment or a
// var declaration; nil where it is part of something else, or a call that gives several
// values.
func Target(cur inspector.Cursor) ast.Expr {
	kind, i := cur.ParentEdge()
	switch n := cur.Parent().Node().(type) {
	case *ast.AssignStmt:
		if kind == edge.AssignStmt_Rhs && len(n.Lhs) == len(n.Rhs) {
			return n.Lhs[i]
		}
	case *ast.ValueSpec:
		if kind == edge.ValueSpec_Values && len(n.Names) == len(n.Values) {
			return n.Names[i]
		}
	}
	return nil
}

// Targets returns what the results of the call at cur are assigned to, by an assignment or
// a var declaration of nothing else, and that statement; nil where there is none.
func Targets(cur inspector.Cursor) (list []ast.Expr, stmt inspector.Cursor) {
	switch n := cur.Parent().Node().(type) {
	case *ast.AssignStmt:
		if len(n.Rhs) == 1 && n.Rhs[0] == cur.Node() {
			return n.Lhs, cur.Parent()
		}
	case *ast.ValueSpec:
		gen := cur.Parent().Parent()
		if len(n.Values) != 1 || len(gen.Node().(*ast.GenDecl).Specs) != 1 {
			return nil, cur
		}
		if _, ok := gen.Parent().Node().(*ast.DeclStmt); !ok {
			return nil, cur
		}
		for _, name := range n.Names {
			list = append(list, name)
		}
		return list, gen.Parent()
	}
	return nil, cur
}

// Value returns the only expression that v is ever assigned: the one it is defined with, if
// nothing else is assigned to it and its address is not taken anywhere in scope, the part
// of the tree that contains every use of v. It returns nil if there is no such expression,
// for parameters, and where the expression is made of v or of what is declared after it, as
// in q = q.Next(), so that following values terminates. For v, w := f() the result is the
// call.
func Value(info *types.Info, scope ast.Node, v *types.Var) ast.Expr {
	value := Assigned(info, scope, v)
	if value == nil || v.Kind() == types.ParamVar || v.Kind() == types.RecvVar || mentionsLater(info, value, v) {
		return nil
	}
	return value
}

// Definition returns the expression that := or var defines v with in scope, whatever is
// assigned to it later; nil where there is none. For v, w := f() the answer is the call.
func Definition(info *types.Info, scope ast.Node, v *types.Var) ast.Expr {
	var value ast.Expr
	ast.Inspect(scope, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				if id, ok := lhs.(*ast.Ident); ok && info.Defs[id] == v {
					value = n.Rhs[min(i, len(n.Rhs)-1)]
				}
			}
		case *ast.ValueSpec:
			for i, id := range n.Names {
				if info.Defs[id] == v && len(n.Values) > 0 {
					value = n.Values[min(i, len(n.Values)-1)]
				}
			}
		}
		return true
	})
	return value
}

// Assigned returns the only expression that is assigned to v in scope, nil where there
// are others, or its address is taken. A parameter has had another value before.
func Assigned(info *types.Info, scope ast.Node, v *types.Var) ast.Expr {
	var value ast.Expr
	count := 0
	assign := func(lhs ast.Expr, rhs ast.Expr) {
		if id, ok := ast.Unparen(lhs).(*ast.Ident); ok && info.ObjectOf(id) == v {
			value = rhs
			count++
		}
	}
	ast.Inspect(scope, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				assign(lhs, operand(n.Tok, n.Rhs, i, len(n.Lhs)))
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if len(n.Values) > 0 {
					assign(name, operand(token.ASSIGN, n.Values, i, len(n.Names)))
				}
			}
		case *ast.RangeStmt:
			assign(n.Key, nil)
			assign(n.Value, nil)
		case *ast.IncDecStmt:
			assign(n.X, nil)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				assign(n.X, nil)
			}
		}
		return true
	})
	if count != 1 {
		return nil
	}
	return value
}

// before reports whether w is declared before v; those of the package come first.
func before(w, v *types.Var) bool {
	global := func(v *types.Var) bool { return v.Parent() == v.Pkg().Scope() }
	if global(w) != global(v) {
		return global(w)
	}
	return w.Pos() < v.Pos()
}

// mentionsLater reports whether value uses v, or a variable of its package that is
// declared after it. Function literals are another matter: what they use counts when
// they are called, and they may call themselves.
func mentionsLater(info *types.Info, value ast.Expr, v *types.Var) bool {
	found := false
	ast.Inspect(value, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			w, isVar := info.Uses[id].(*types.Var)
			found = found || isVar && !w.IsField() && w.Pkg() == v.Pkg() && !before(w, v)
		}
		_, lit := n.(*ast.FuncLit)
		return !lit && !found
	})
	return found
}

// operand returns what the i-th of n variables is assigned.
func operand(tok token.Token, rhs []ast.Expr, i, n int) ast.Expr {
	switch {
	case tok != token.ASSIGN && tok != token.DEFINE:
		return nil // x += y
	case len(rhs) == n:
		return rhs[i]
	case len(rhs) == 1:
		return rhs[0]
	}
	return nil
}
