package forcekill

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/cfg"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// askedFlow goes forward through a function, keeping the lesser stage where paths meet.
type askedFlow struct {
	p     *check.Pass
	in    *inspector.Inspector
	at    ast.Node
	owner types.Object // what the process is a part of, or nil
	found stage        // the stage at that node
}

func (a *askedFlow) solve(graph *cfg.CFG, entry stage) {
	in := make(map[*cfg.Block]stage)
	for _, b := range graph.Blocks {
		in[b] = waited
	}
	in[graph.Blocks[0]] = entry
	for changed := true; changed; {
		changed = false
		a.found = waited + 1
		for _, b := range graph.Blocks {
			if !b.Live {
				continue
			}
			out := in[b]
			for _, n := range b.Nodes {
				out = a.through(n, out)
			}
			for _, succ := range b.Succs {
				s := out
				if s == asked && a.pausesIn(succ) {
					s = waited
				}
				if s < in[succ] && succ != graph.Blocks[0] {
					in[succ], changed = s, true
				}
			}
		}
	}
}

// pausesIn reports whether a block is what follows a loop that waits in each iteration: it
// polls whether the process has exited, for some iterations at least.
func (a *askedFlow) pausesIn(after *cfg.Block) bool {
	if after.Kind != cfg.KindForDone && after.Kind != cfg.KindRangeDone || after.Stmt == nil {
		return false
	}
	loop, ok := astindex.Find(a.in, after.Stmt)
	if !ok {
		return false
	}
	for c := range loop.Preorder((*ast.CallExpr)(nil)) {
		if waitsAt(a.p, c, 0) {
			return true
		}
	}
	return false
}

// through returns the stage after a node of the graph.
func (a *askedFlow) through(n ast.Node, s stage) stage {
	cur, ok := astindex.Find(a.in, n)
	if !ok {
		return s
	}
	cur.Inspect([]ast.Node{(*ast.FuncLit)(nil), (*ast.CallExpr)(nil), (*ast.UnaryExpr)(nil)}, func(c inspector.Cursor) bool {
		if c.Node() == a.at {
			a.found = min(a.found, s)
		}
		switch n := c.Node().(type) {
		case *ast.FuncLit:
			return false
		case *ast.UnaryExpr:
			if n.Op == token.ARROW && s == asked {
				s = waited
			}
		case *ast.CallExpr:
			if s == untold && (process.AsksAt(a.p, c, 0) || closesPartOf(a.p, n, a.owner)) {
				s = asked
			}
			if s == asked && n != a.at && waitsAt(a.p, c, 0) {
				s = waited
			}
		}
		return true
	})
	return s
}

// ownerOf returns the variable of whose parts one is killed at cur: b in
// b.cmd.Process.Kill().
func ownerOf(p *check.Pass, cur inspector.Cursor) types.Object {
	expr, _ := cur.Node().(ast.Expr)
	if call, ok := expr.(*ast.CallExpr); ok {
		expr = call.Fun
	}
	for range 3 { // Kill, Process, cmd
		sel, ok := ast.Unparen(expr).(*ast.SelectorExpr)
		if !ok {
			return nil
		}
		expr = sel.X
	}
	return callmatch.Root(p.TypesInfo, expr)
}

// closesPartOf reports whether a call closes another part of owner: the connection that
// the process serves, which ends with it.
func closesPartOf(p *check.Pass, call *ast.CallExpr, owner types.Object) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || owner == nil || sel.Sel.Name != "Close" {
		return false
	}
	_, isPart := ast.Unparen(sel.X).(*ast.SelectorExpr)
	return isPart && callmatch.Root(p.TypesInfo, sel.X) == owner
}

// waitsAt reports whether n gives a process time: a receive, a pause, a wait.
func waitsAt(p *check.Pass, cur inspector.Cursor, depth int) bool {
	switch n := cur.Node().(type) {
	case *ast.UnaryExpr:
		return n.Op == token.ARROW
	case *ast.CallExpr:
		fn := callmatch.Callee(p.TypesInfo, n)
		if fn == nil {
			return false
		}
		name := strings.ToLower(fn.Name())
		if strings.Contains(name, "wait") || strings.Contains(name, "sleep") || catalog.Terminations[callmatch.Name(fn)] {
			return true
		}
		return depth < 3 && process.Within(p, cur, fn, func(c inspector.Cursor) bool { return waitsAt(p, c, depth+1) })
	}
	return false
}
