package waitwithoutadd

import (
	"go/ast"
	"go/types"

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
	if list[len(list)-1].Expr != done.Expr || len(startsOf(p, fn)) == 0 || syntax.Within(astindex.FuncBody(fn), c.V.Pos()) {
		return false
	}
	if len(c.Adds) == 0 && c.V.Kind() != types.ParamVar {
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
// any of the calls, and is not excused; nil excuses none.
func returnWithout(g *cfg.CFG, calls []astindex.Call, excused func(*ast.ReturnStmt) bool) ast.Node {
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
				if excused == nil || !excused(ret) {
					found = ret
				}
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
