package loss

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/lasting"
)

// LosesNothing reports whether nothing is seen to be lost when the program is killed: no
// function of the module changes what outlives the process, what serves defers nothing that would
// be missed, and no handler of the main package answers requests itself.
func LosesNothing(p *check.Pass, body *ast.BlockStmt) bool {
	return !defersWork(p, body) && !lasting.Of(p.Pass).Any() && !answersItself(p) && !answersUnseen(p)
}

// defersWork reports whether a deferred call of a function would be missed.
func defersWork(p *check.Pass, body *ast.BlockStmt) bool {
	found := false
	syntax.InOwn(body, func(n ast.Node) {
		if stmt, ok := n.(*ast.DeferStmt); ok {
			l := Missed(p, stmt, nil)
			found = found || l != nil && len(l.Doubts) == 0
		}
	})
	return found
}

// ServesProfiles reports whether a call serves what net/http/pprof registers with net/http, and the
// package registers nothing itself.
func ServesProfiles(p *check.Pass, call *ast.CallExpr) bool {
	n := len(call.Args)
	return n > 0 && p.TypesInfo.Types[call.Args[n-1]].IsNil() && answersUnseen(p) &&
		slices.ContainsFunc(p.Pkg.Imports(), func(pkg *types.Package) bool { return pkg.Path() == "net/http/pprof" })
}

// answersUnseen reports whether requests go to the handlers that are registered with
// net/http, and the package registers none.
func answersUnseen(p *check.Pass) bool {
	unseen := false
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.CallExpr)(nil), (*ast.CompositeLit)(nil), (*ast.SelectorExpr)(nil)) {
		switch n := cur.Node().(type) {
		case *ast.CallExpr:
			name := callmatch.CalleeName(p.TypesInfo, n)
			if name == "net/http.Handle" || name == "net/http.HandleFunc" {
				return false
			}
			unseen = unseen || catalog.ServesMux[name] && p.TypesInfo.Types[n.Args[len(n.Args)-1]].IsNil()
		case *ast.CompositeLit:
			unseen = unseen || callmatch.IsType(p.TypesInfo.TypeOf(n), "net/http.Server") && !setsHandler(n)
		case *ast.SelectorExpr:
			if sel := p.TypesInfo.Selections[n]; sel != nil && callmatch.OwnedField(sel) == "net/http.Server.Handler" {
				return false // set later
			}
		}
	}
	return unseen
}

func setsHandler(lit *ast.CompositeLit) bool {
	return slices.ContainsFunc(lit.Elts, func(elt ast.Expr) bool {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			return true // by position
		}
		key, ok := kv.Key.(*ast.Ident)
		return ok && key.Name == "Handler"
	})
}

// answersItself reports whether a function of the package writes answers to requests: one that
// gets a response writer and uses it with the standard library, and not only to upgrade the
// connection, or one that gets the context of a web framework.
func answersItself(p *check.Pass) bool {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.Ident)(nil)) {
		v, ok := p.TypesInfo.Uses[cur.Node().(*ast.Ident)].(*types.Var)
		if !ok || v.IsField() {
			continue
		}
		name := callmatch.TypeName(v.Type())
		if catalog.RequestContexts[name] || name == "net/http.ResponseWriter" && writesTo(p, cur) {
			return true
		}
	}
	return false
}

// writesTo reports whether the response writer at cur has a method called, or goes to a
// function of the standard library.
func writesTo(p *check.Pass, cur inspector.Cursor) bool {
	if sel, ok := cur.Parent().Node().(*ast.SelectorExpr); ok {
		return sel.X == cur.Node()
	}
	call, ok := cur.Parent().Node().(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := callmatch.Callee(p.TypesInfo, call)
	return fn != nil && fn.Pkg() != nil && callmatch.StdPath(fn.Pkg().Path())
}
