package shutdownorder

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/cfg"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/closesonce"
)

// A closing is a call that closes the channel at a path from a variable. Its
// place is the call, or the defer or go statement that makes it.
type closing struct {
	call  *ast.CallExpr
	place ast.Node
	later bool     // deferred, or another goroutine's
	list  ast.Node // block or clause that the place stands in
	root  *types.Var
	path  string
}

// calledTwice returns pairs of calls that one run of a function makes and that
// close the same channel, in source order.
func calledTwice(p *check.Pass, once *closesonce.Result) [][2]*ast.CallExpr {
	if !callsAny(p, once) {
		return nil
	}
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	byFunc := make(map[*ast.FuncDecl][]*closing)
	for fn, calls := range astindex.Of(p.Pass).Calls {
		if once.Path(fn) == "" {
			continue
		}
		for _, call := range calls {
			if cur, ok := astindex.Find(in, call.Expr); ok && !p.Quiet(call.Expr.Pos()) {
				if decl, c := closingAt(once, cur); c != nil {
					byFunc[decl] = append(byFunc[decl], c)
				}
			}
		}
	}
	var pairs [][2]*ast.CallExpr
	for decl, list := range byFunc {
		slices.SortFunc(list, func(a, b *closing) int { return int(a.call.Pos() - b.call.Pos()) })
		graph := p.ResultOf[ctrlflow.Analyzer].(*ctrlflow.CFGs).FuncDecl(decl)
		for i, b := range list {
			if a := slices.IndexFunc(list[:i], func(a *closing) bool { return bothRun(p, graph, a, b) }); a >= 0 {
				pairs = append(pairs, [2]*ast.CallExpr{list[a].call, b.call})
			}
		}
	}
	slices.SortFunc(pairs, func(a, b [2]*ast.CallExpr) int { return int(a[1].Pos() - b[1].Pos()) })
	return pairs
}

// callsAny is the early out: the package mentions a method that closes.
func callsAny(p *check.Pass, once *closesonce.Result) bool {
	for _, obj := range p.TypesInfo.Uses {
		if fn, ok := obj.(*types.Func); ok && once.Path(fn) != "" {
			return true
		}
	}
	return false
}

// closingAt returns what the call at cur closes, and the function whose run makes
// it: itself, or in a literal that it defers or starts, and that always gets there.
func closingAt(once *closesonce.Result, cur inspector.Cursor) (*ast.FuncDecl, *closing) {
	c := &closing{call: cur.Node().(*ast.CallExpr), place: cur.Node()}
	root, path, closed := once.Closes(c.call)
	if root == nil {
		return nil, nil
	}
	c.root, c.path = root, path+closed
	for fn := range cur.Enclosing((*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		if decl, ok := fn.Node().(*ast.FuncDecl); ok {
			stmt, ok := statement(cur)
			if !ok {
				return nil, nil
			}
			switch stmt.Node().(type) {
			case *ast.DeferStmt, *ast.GoStmt:
				c.place, c.later = stmt.Node(), true
			}
			c.list = stmt.Parent().Node()
			return decl, c
		}
		if c.later || !everyRun(fn.Node().(*ast.FuncLit), c.call) {
			return nil, nil
		}
		cur = fn.Parent().Parent() // the statement that defers or starts the literal
		if call, ok := fn.Parent().Node().(*ast.CallExpr); !ok || call.Fun != fn.Node() {
			return nil, nil
		}
		switch cur.Node().(type) {
		case *ast.DeferStmt, *ast.GoStmt:
			c.later = true
		default:
			return nil, nil
		}
	}
	return nil, nil
}

// everyRun reports whether every run of a literal makes the call.
func everyRun(lit *ast.FuncLit, call *ast.CallExpr) bool {
	for _, stmt := range lit.Body.List {
		if closesonce.Unconditional(stmt) == call {
			return true
		}
		if closesonce.Leaves(stmt) {
			return false
		}
	}
	return false
}

// bothRun reports whether one run of a function makes both calls: control gets
// from the one to the other, past nothing that makes the value anew, and no
// condition decides between them.
func bothRun(p *check.Pass, graph *cfg.CFG, a, b *closing) bool {
	if graph == nil || a.root != b.root || a.path != b.path || !within(a.list, b.place.Pos()) && !within(b.list, a.place.Pos()) {
		return false
	}
	from, to := placeOf(graph, a.place), placeOf(graph, b.place)
	if from == nil || to == nil {
		return false
	}
	renews := func(n ast.Node) bool { return renewsWithin(p.TypesInfo, n, a.root, a.path) }
	if !from.leadsTo(to, renews) && !to.leadsTo(from, renews) {
		return false
	}
	return !a.later && !b.later || from.returns(p) && to.returns(p)
}

// renewsWithin reports whether a node of a graph sets the value.
func renewsWithin(info *types.Info, n ast.Node, root *types.Var, path string) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		found = found || n != nil && closesonce.Sets(info, n, root, path)
		return !found
	})
	return found
}
