package steps

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// ifStmt leaves out what happens only when something failed.
func (w *walker) ifStmt(s *ast.IfStmt) bool {
	if s.Init != nil {
		w.stmt(s.Init)
	}
	w.expr(s.Cond)
	w.state(s.Cond)
	if w.failure(s.Cond) && (w.leaves(s.Body) || w.cleanup(s)) || w.fails(s.Body) {
		if s.Else != nil {
			return w.stmt(s.Else)
		}
		return false
	}
	always := w.success(s.Cond)
	if !always {
		w.cond++
	}
	ends := false
	if paths := w.pathBranch(s); len(paths) > 0 {
		body := w.aside(func() { ends = w.stmts(s.Body.List) })
		for _, path := range paths {
			w.emit(Step{Kind: Route, What: path, Body: body, At: w.where(s)})
		}
	} else {
		body := w.aside(func() { ends = w.stmts(s.Body.List) })
		if ends && s.Else == nil && !w.foreign && lives(body) {
			body = []Step{{Kind: Either, Hard: true, Cond: w.cond > 0, At: w.where(s), Body: body}}
		}
		w.out = append(w.out, body...)
	}
	if !always {
		w.cond--
	}
	if s.Else == nil {
		return false
	}
	w.cond++
	ends = w.stmt(s.Else) && ends
	w.cond--
	return ends
}

// lives reports whether a branch runs a service of its own: what follows it is another one.
func lives(branch []Step) (found bool) {
	Each(branch, func(s *Step) bool {
		found = found || s.Kind == Serve || s.Kind == Signal
		return !found
	})
	return found
}

// failure reports whether cond holds only when there is an error.
func (w *walker) failure(cond ast.Expr) bool { return w.compares(cond, token.NEQ) }

// success reports whether cond holds when there is no error.
func (w *walker) success(cond ast.Expr) bool {
	c, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	return ok && c.Op == token.EQL && w.compares(cond, token.EQL)
}

func (w *walker) compares(cond ast.Expr, op token.Token) bool {
	found := false
	ast.Inspect(cond, func(n ast.Node) bool {
		c, ok := n.(*ast.BinaryExpr)
		if ok && c.Op == op && w.pass.TypesInfo.Types[c.Y].IsNil() && callmatch.IsError(w.pass.TypesInfo.TypeOf(c.X)) {
			found = true
		}
		return !found
	})
	return found
}

// fails reports whether a block ends by returning an error that it has made, or that
// is a variable of a package: what it does happens only where something failed.
func (w *walker) fails(body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return false
	}
	ret, ok := body.List[len(body.List)-1].(*ast.ReturnStmt)
	if !ok || len(ret.Results) == 0 {
		return false
	}
	last := ast.Unparen(ret.Results[len(ret.Results)-1])
	if !callmatch.IsError(w.pass.TypesInfo.TypeOf(last)) {
		return false
	}
	switch e := last.(type) {
	case *ast.CallExpr:
		return catalog.ErrorMakers[callmatch.CalleeName(w.pass.TypesInfo, e)]
	case *ast.Ident, *ast.SelectorExpr:
		v, ok := w.target(e).(*types.Var)
		return ok && !v.IsField() && v.Pkg() != nil && v.Parent() == v.Pkg().Scope()
	}
	return false
}

// cleanup reports whether a deferred function looks at an error of the function around
// it, and so undoes what that has begun.
func (w *walker) cleanup(s *ast.IfStmt) bool {
	tested := callmatch.TestedError(w.pass.TypesInfo, s.Cond)
	if tested == nil || w.cleans == nil || s.Init != nil {
		return false
	}
	v, ok := w.target(tested).(*types.Var)
	return ok && !v.IsField() && (v.Pos() < w.cleans.Pos() || v.Pos() > w.cleans.End())
}

// leaves reports whether a block does not run into what follows it.
func (w *walker) leaves(body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return false
	}
	switch s := body.List[len(body.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	case *ast.ExprStmt:
		return w.exits(s.X)
	}
	return false
}

// exits reports whether expr is a call that does not return.
func (w *walker) exits(expr ast.Expr) bool {
	call, ok := ast.Unparen(expr).(*ast.CallExpr)
	if !ok {
		return false
	}
	if id, ok := call.Fun.(*ast.Ident); ok {
		if b, ok := w.pass.TypesInfo.Uses[id].(*types.Builtin); ok && b.Name() == "panic" {
			return true
		}
	}
	fn := callmatch.Callee(w.pass.TypesInfo, call)
	if _, exits := catalog.Exits[callmatch.Name(fn)]; exits || fn == nil {
		return exits
	}
	return slices.ContainsFunc(w.summary(fn).Steps, func(s Step) bool { return s.Kind == Exit && s.Hard && !s.Cond && !s.Deferred })
}

// breaks reports whether a loop can be left by a break of its own.
func breaks(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BranchStmt:
			found = found || n.Tok == token.BREAK || n.Tok == token.GOTO
		}
		return true
	})
	return found
}
