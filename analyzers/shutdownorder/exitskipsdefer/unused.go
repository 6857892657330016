package exitskipsdefer

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/cause"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/loss"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// madeBefore reports whether the same call is made in the block that ends in
// exit.
func madeBefore(p *check.Pass, call, exit *ast.CallExpr) bool {
	cur, ok := syntax.CursorOf(p, exit)
	if !ok {
		return false
	}
	stmt, ok := astindex.Statement(cur)
	if !ok {
		return false
	}
	want, made := p.Source(call.Fun), false
	for _, s := range astindex.Stmts(stmt.Parent().Node()) {
		if s.Pos() >= exit.Pos() {
			break
		}
		ast.Inspect(s, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.DeferStmt, *ast.GoStmt, *ast.FuncLit:
				return false // the one that is skipped, for one
			}
			if c, ok := n.(*ast.CallExpr); ok && p.Source(c.Fun) == want {
				made = true
			}
			return !made
		})
	}
	return made
}

// unused reports whether call closes or stops a variable that was not used on the path to
// the exit, except for what failed and leads there, and writes nothing to it: then there is
// nothing left to write or to finish.
func unused(p *check.Pass, graph *cfg.CFG, call, exit *ast.CallExpr, at *cfg.Block, index int) bool {
	id := ended(p, call)
	if id == nil {
		return false
	}
	v, ok := p.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.Parent() == p.Pkg.Scope() {
		return false
	}
	if removes(p, call) {
		return false // what is made with it stays on the disk, used or not
	}
	failed := cause.Of(p, exit)
	for _, b := range graph.Blocks {
		for i, n := range b.Nodes {
			if (b == at && i < index || reaches(b, at)) && syntax.Uses(p.TypesInfo, n, v) && (n != failed || written(p, n, v)) {
				return false
			}
		}
	}
	return true
}

// ended returns the variable that a call closes or stops, or the file whose name it removes: os.Remove(f.Name()).
func ended(p *check.Pass, call *ast.CallExpr) *ast.Ident {
	if catalog.Removes[callmatch.CalleeName(p.TypesInfo, call)] && len(call.Args) == 1 {
		named, ok := ast.Unparen(call.Args[0]).(*ast.CallExpr)
		if !ok || callmatch.CalleeName(p.TypesInfo, named) != "(*os.File).Name" {
			return nil
		}
		id, _ := named.Fun.(*ast.SelectorExpr).X.(*ast.Ident)
		return id
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !syntax.Ends[sel.Sel.Name] || len(call.Args) > 0 {
		return nil
	}
	id, _ := ast.Unparen(sel.X).(*ast.Ident)
	return id
}

// removes reports whether a call runs a method of the package that removes files.
func removes(p *check.Pass, call *ast.CallExpr) bool {
	decl := syntax.IndexDecl(p, callmatch.Callee(p.TypesInfo, call))
	found := false
	if decl != nil && decl.Body != nil {
		syntax.InOwn(decl.Body, func(n ast.Node) {
			inner, ok := n.(*ast.CallExpr)
			found = found || ok && catalog.Removes[callmatch.CalleeName(p.TypesInfo, inner)]
		})
	}
	return found
}

// written reports whether a statement writes to the variable.
func written(p *check.Pass, n ast.Node, v *types.Var) bool {
	w, found := &loss.Writes{P: p, Seen: make(map[*types.Var]bool), Parts: true}, false
	ast.Inspect(n, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		found = found || ok && w.Call(call, v)
		return !found
	})
	return found
}
