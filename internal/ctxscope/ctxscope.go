// Package ctxscope finds the context a piece of code should be using: which
// context.Context variables are visible at a position, and what ends each.
package ctxscope

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// A Context is a variable of type context.Context that code may refer to.
type Context struct {
	Var *types.Var
	// Own is set for a parameter of the innermost function around the position: the caller
	// passes it for exactly this work.
	Own bool
	// Param is set for a parameter of any function around the position.
	Param bool
	// Ends is "cancel", "signal", "group", "shutdown" or "deadline" for a local
	// made by a call the catalog knows, "never" for one made from a root such as
	// context.Background, and "" when it cannot be seen.
	Ends string

	cancel types.Object // the variable with its cancel function, nil if none is seen
}

// Stoppable reports whether the context is known to be canceled when the work has to end,
// and not before.
func (c Context) Stoppable() bool {
	switch c.Ends {
	case "cancel", "signal", "group", "shutdown":
		return true
	}
	return c.Own
}

// Live returns the contexts of [At] except those whose cancel function a statement before pos
// has called.
func Live(pass *analysis.Pass, pos token.Pos, path []ast.Node) []Context {
	called := make(map[types.Object]bool)
	for _, n := range path {
		addCalled(pass.TypesInfo, pos, astindex.Stmts(n), called)
	}
	return slices.DeleteFunc(At(pass, pos, path), func(c Context) bool { return called[c.cancel] })
}

// At returns the contexts visible at pos, the innermost declaration first, except those of
// the first caller of a function that runs once for all callers. path is the chain of nodes
// from the file down to pos.
func At(pass *analysis.Pass, pos token.Pos, path []ast.Node) []Context {
	var list []Context
	own := true
	for i := len(path) - 1; i >= 0; i-- {
		var ft *ast.FuncType
		switch n := path[i].(type) {
		case *ast.BlockStmt, *ast.CommClause, *ast.CaseClause:
			list = append(list, locals(pass, pos, astindex.Stmts(n))...)
			continue
		case *ast.FuncLit:
			ft = n.Type
		case *ast.FuncDecl:
			ft = n.Type
		default:
			continue
		}
		list = append(list, params(pass, ft, own)...)
		own = false
		if i > 0 && runsOnce(pass, path[i-1], path[i]) {
			break
		}
	}
	return slices.DeleteFunc(list, func(c Context) bool { return !visible(pass, c.Var, pos) })
}

// addCalled adds the variables whose functions are called by statements before pos.
func addCalled(info *types.Info, pos token.Pos, stmts []ast.Stmt, called map[types.Object]bool) {
	for _, stmt := range stmts {
		expr, ok := stmt.(*ast.ExprStmt)
		if !ok || stmt.End() > pos {
			continue
		}
		if call, ok := ast.Unparen(expr.X).(*ast.CallExpr); ok {
			if v, ok := callmatch.Object(info, call.Fun).(*types.Var); ok {
				called[v] = true
			}
		}
	}
}

// runsOnce reports whether parent is a call that runs the literal at most once.
func runsOnce(pass *analysis.Pass, parent, lit ast.Node) bool {
	call, ok := parent.(*ast.CallExpr)
	return ok && catalog.OnceRunners[callmatch.CalleeName(pass.TypesInfo, call)] && slices.Contains(call.Args, ast.Expr(lit.(ast.Expr)))
}

func params(pass *analysis.Pass, ft *ast.FuncType, own bool) []Context {
	var list []Context
	for _, field := range ft.Params.List {
		for _, name := range field.Names {
			if v, ok := pass.TypesInfo.Defs[name].(*types.Var); ok && IsContext(v.Type()) {
				list = append(list, Context{Var: v, Own: own, Param: true})
			}
		}
	}
	return list
}

// locals returns the contexts declared by stmts before pos, the last one first.
func locals(pass *analysis.Pass, pos token.Pos, stmts []ast.Stmt) []Context {
	var list []Context
	for _, stmt := range stmts {
		if stmt.End() > pos {
			continue
		}
		names, values := defines(stmt)
		for i, id := range names {
			v, ok := pass.TypesInfo.Defs[id].(*types.Var)
			if ok && IsContext(v.Type()) {
				c := Context{Var: v, Ends: ends(pass.TypesInfo, values[min(i, len(values)-1)])}
				if c.Ends != "" && i+1 < len(names) && len(values) == 1 {
					c.cancel = pass.TypesInfo.Defs[names[i+1]]
				}
				list = append(list, c)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Context) int { return -cmp.Compare(a.Var.Pos(), b.Var.Pos()) })
	return list
}

// defines returns the names on the left of a statement that defines variables, by := or a
// var declaration, and what they get.
func defines(stmt ast.Stmt) (names []*ast.Ident, values []ast.Expr) {
	switch s := stmt.(type) {
	case *ast.AssignStmt:
		if s.Tok != token.DEFINE {
			return nil, nil
		}
		for _, lhs := range s.Lhs {
			names = append(names, lhs.(*ast.Ident))
		}
		return names, s.Rhs
	case *ast.DeclStmt:
		gen := s.Decl.(*ast.GenDecl)
		if spec, ok := gen.Specs[0].(*ast.ValueSpec); ok && gen.Tok == token.VAR && len(gen.Specs) == 1 && len(spec.Values) > 0 {
			return spec.Names, spec.Values
		}
	}
	return nil, nil
}

// ends returns what ends the context that expr makes, as far as its call shows.
func ends(info *types.Info, expr ast.Expr) string {
	call, ok := ast.Unparen(expr).(*ast.CallExpr)
	if !ok {
		return ""
	}
	name := callmatch.CalleeName(info, call)
	if catalog.ContextRoots[name] {
		return "never"
	}
	return catalog.ContextEnds[name]
}

func visible(pass *analysis.Pass, v *types.Var, pos token.Pos) bool {
	if v.Name() == "_" {
		return false
	}
	_, obj := pass.Pkg.Scope().Innermost(pos).LookupParent(v.Name(), pos)
	return obj == v
}

// IsContext reports whether t is context.Context.
func IsContext(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && callmatch.TypeName(named) == "context.Context"
}
