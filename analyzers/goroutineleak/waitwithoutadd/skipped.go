package waitwithoutadd

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/cfg"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// onlyDone reports whether done is the last of the calls of Done in the body of
// a goroutine, and the body does nothing else with the group.
func onlyDone(p *check.Pass, c *waitgroup.Counter, done astindex.Call) bool {
	fn := done.In
	list := inside(c.Dones, fn)
	if list[len(list)-1].Expr != done.Expr || len(startsOf(p, fn)) == 0 || syntax.Within(syntax.FuncBody(fn), c.V.Pos()) {
		return false
	}
	if len(c.Adds) == 0 && c.V.Kind() != types.ParamVar || addsByHelper(p, c, fn) {
		return false
	}
	uses := 0
	for _, id := range astindex.Of(p.Pass).Uses[c.V] {
		if syntax.Within(fn, id.Pos()) {
			uses++
		}
	}
	return uses == len(list)
}

// addsByHelper reports whether a function calls another one that adds: it may return where that
// has not.
//
//	if !d.enter() {
//		return
//	}
//	defer d.busy.Done()
func addsByHelper(p *check.Pass, c *waitgroup.Counter, fn ast.Node) bool {
	index := astindex.Of(p.Pass)
	return slices.ContainsFunc(c.Adds, func(add astindex.Call) bool {
		decl, ok := add.In.(*ast.FuncDecl)
		if !ok {
			return false
		}
		helper, _ := p.TypesInfo.Defs[decl.Name].(*types.Func)
		return helper != nil && len(inside(index.Calls[helper], fn)) > 0
	})
}

// eachReturns reports whether a return follows each of the calls: they belong to the exits of the
// function.
func eachReturns(in *inspector.Inspector, calls []astindex.Call) bool {
	for _, call := range calls {
		cur, ok := astindex.Find(in, call.Expr)
		if !ok {
			return false
		}
		if _, plain := cur.Parent().Node().(*ast.ExprStmt); !plain {
			return false
		}
		next, ok := cur.Parent().NextSibling()
		if !ok {
			return false
		}
		if _, returns := next.Node().(*ast.ReturnStmt); !returns {
			return false
		}
	}
	return true
}

// returnWithout returns a return statement that can be reached without passing
// any of the calls.
func returnWithout(g *cfg.CFG, calls []astindex.Call) ast.Node {
	covers := func(n ast.Node) bool {
		for _, c := range calls {
			if syntax.Within(n, c.Expr.Pos()) {
				return true
			}
		}
		return false
	}
	var found ast.Node
	seen := make(map[*cfg.Block]bool)
	var visit func(b *cfg.Block)
	visit = func(b *cfg.Block) {
		if seen[b] || found != nil {
			return
		}
		seen[b] = true
		for _, n := range b.Nodes {
			if covers(n) {
				return
			}
			if ret, ok := n.(*ast.ReturnStmt); ok {
				found = ret
				return
			}
		}
		for _, succ := range b.Succs {
			visit(succ)
		}
	}
	if g != nil && len(g.Blocks) > 0 {
		visit(g.Blocks[0])
	}
	return found
}
