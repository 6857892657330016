package condwaitonce

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// mentioned returns the fields and variables that a condition reads, also in the functions of the
// package that it calls.
func mentioned(p *check.Pass, cond ast.Node) map[types.Object]bool {
	found := make(map[types.Object]bool)
	var visit func(n ast.Node, depth int)
	visit = func(n ast.Node, depth int) {
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if decl := declOf(p, n); decl != nil && depth > 0 {
					visit(decl.Body, depth-1)
				}
			case *ast.SelectorExpr:
				if v := callmatch.Field(p.TypesInfo, n); v != nil {
					found[v.Origin()] = true
				}
				_, plain := ast.Unparen(n.X).(*ast.Ident)
				return !plain // the owner is not what it is about
			case *ast.Ident:
				if v, ok := p.TypesInfo.Uses[n].(*types.Var); ok {
					found[v.Origin()] = true
				}
			}
			return true
		})
	}
	visit(cond, 1)
	return found
}

// declOf returns the function of the package that a call runs.
func declOf(p *check.Pass, call *ast.CallExpr) *ast.FuncDecl {
	fn := callmatch.Callee(p.TypesInfo, call)
	if fn == nil {
		return nil
	}
	if decl := astindex.Of(p.Pass).Decls[fn.Origin()]; decl != nil && decl.Body != nil {
		return decl
	}
	return nil
}

// retested reports whether what follows the wait looks at the condition again, or a function that it
// calls does.
func (w *wait) retested() bool {
	found := false
	w.walk(func(n ast.Node, _ bool) bool {
		found = found || w.asks(n)
		return !found
	})
	return found
}

// branches reports whether something else than the condition is about is tested between the wait and what relies on its end.
func (w *wait) branches(use ast.Node) bool {
	found := false
	w.walk(func(n ast.Node, tests bool) bool {
		found = found || tests && n.Pos() > w.call.Pos() && (use == nil || n.Pos() < use.Pos()) && !w.asksOnly(n)
		return !found
	})
	return found
}

// walk visits what follows the wait, path by path; tests says that a branch depends on it. A path ends
// where visit returns false.
func (w *wait) walk(visit func(n ast.Node, tests bool) bool) {
	seen := make(map[*cfg.Block]bool)
	var follow func(b *cfg.Block, from int)
	follow = func(b *cfg.Block, from int) {
		for i := from; i < len(b.Nodes); i++ {
			if !visit(b.Nodes[i], len(b.Succs) == 2 && i == len(b.Nodes)-1) {
				return
			}
		}
		for _, s := range b.Succs {
			if !seen[s] {
				seen[s] = true
				follow(s, 0)
			}
		}
	}
	if b, i := w.block(); b != nil {
		follow(b, i+1)
	}
}

// block returns the block of the wait, and its place there.
func (w *wait) block() (*cfg.Block, int) {
	for _, b := range w.graph.Blocks {
		for i, n := range b.Nodes {
			if n.Pos() <= w.call.Pos() && w.call.End() <= n.End() {
				return b, i
			}
		}
	}
	return nil, 0
}

// asks reports whether an expression reads what the condition reads, or a variable that was set from
// that after the wait.
func (w *wait) asks(cond ast.Node) bool {
	for v := range mentioned(w.p, cond) {
		if w.about[v] {
			return true
		}
		local, _ := v.(*types.Var)
		if local == nil || local.IsField() {
			continue
		}
		if set := localvar.Value(w.p.TypesInfo, w.fn, local); set != nil && set.Pos() > w.call.Pos() && w.asks(set) {
			return true
		}
	}
	return false
}

// asksOnly reports whether an expression reads nothing but what the condition reads.
func (w *wait) asksOnly(cond ast.Node) bool {
	read := mentioned(w.p, cond)
	for v := range read {
		if !w.about[v] {
			return false
		}
	}
	return len(read) > 0
}

// use returns where a statement takes an element of what the condition is about, or changes it.
func (w *wait) use(stmt ast.Node, depth int) (found ast.Node) {
	note := func(expr ast.Expr, at ast.Node) {
		if found == nil && w.isAbout(expr) {
			found = at
		}
	}
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.DeferStmt:
			return false
		case *ast.IndexExpr:
			if !looksUp(stmt) {
				note(n.X, n)
			}
		case *ast.SliceExpr:
			if n.Low != nil || n.High != nil && w.p.TypesInfo.Types[n.High].Value == nil {
				note(n.X, n) // unlike items[:0]
			}
		case *ast.IncDecStmt:
			note(n.X, n)
		case *ast.AssignStmt:
			w.assigned(n, note)
		case *ast.CallExpr:
			w.called(n, note)
			if decl := declOf(w.p, n); decl != nil && depth > 0 && found == nil && w.takes(decl) {
				found = n
			}
		}
		return found == nil
	})
	return found
}

// looksUp reports whether a statement reads an element of a map together with whether there is one.
func looksUp(stmt ast.Node) bool {
	assign, ok := stmt.(*ast.AssignStmt)
	return ok && len(assign.Lhs) == 2 && len(assign.Rhs) == 1
}

// assigned notes what a statement sets: not a list that it empties, which is right for an empty one.
func (w *wait) assigned(n *ast.AssignStmt, note func(ast.Expr, ast.Node)) {
	for i, l := range n.Lhs {
		if len(n.Lhs) == len(n.Rhs) {
			if tv := w.p.TypesInfo.Types[n.Rhs[i]]; tv.IsNil() || tv.Value == nil && n.Tok == token.ASSIGN && !isAppend(w.p, n.Rhs[i]) {
				continue
			}
		}
		note(l, n)
	}
}

func isAppend(p *check.Pass, expr ast.Expr) bool {
	call, ok := ast.Unparen(expr).(*ast.CallExpr)
	return ok && callmatch.IsBuiltin(p.TypesInfo, call, "append")
}

// called notes a list from which a method takes something, and one whose address is passed on.
func (w *wait) called(n *ast.CallExpr, note func(ast.Expr, ast.Node)) {
	if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok && taking[sel.Sel.Name] {
		note(sel.X, n)
	}
	for _, arg := range n.Args {
		if addr, ok := ast.Unparen(arg).(*ast.UnaryExpr); ok && addr.Op == token.AND {
			note(addr.X, n)
		}
	}
}

// taking names the methods of lists, heaps and rings that need an element.
var taking = map[string]bool{"Front": true, "Back": true, "Pop": true, "PopFront": true, "Remove": true, "Dequeue": true, "Next": true}

// takes reports whether a function takes an element without a test of its own.
func (w *wait) takes(decl *ast.FuncDecl) bool {
	tested, found := false, false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			tested = tested || w.asks(n.Cond)
		case *ast.ForStmt, *ast.SwitchStmt:
			tested = true
		case ast.Stmt:
			if _, block := n.(*ast.BlockStmt); !block && !tested {
				found = found || w.use(n, 0) != nil
			}
		}
		return !found && !tested
	})
	return found
}

// isAbout reports whether an expression is what the condition reads, or a field of it.
func (w *wait) isAbout(expr ast.Expr) bool {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.SelectorExpr:
		v := callmatch.Field(w.p.TypesInfo, expr)
		return v != nil && w.about[v.Origin()]
	case *ast.Ident:
		v, ok := w.p.TypesInfo.Uses[expr].(*types.Var)
		return ok && w.about[v.Origin()]
	case *ast.StarExpr:
		return w.isAbout(expr.X)
	}
	return false
}
