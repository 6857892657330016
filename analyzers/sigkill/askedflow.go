package sigkill

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/cfg"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// askedFlow goes forward through a function, keeping the lesser stage where ways
// meet.
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
				if out < in[succ] && succ != graph.Blocks[0] {
					in[succ], changed = out, true
				}
			}
		}
	}
}

// through returns the stage behind a node of the graph.
func (a *askedFlow) through(n ast.Node, s stage) stage {
	cur, ok := a.in.Root().FindNode(n)
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
			if s == untold && (asksAt(a.p, c, 0) || closesPartOf(a.p, n, a.owner)) {
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
	call, ok := cur.Node().(*ast.CallExpr)
	if !ok {
		return nil
	}
	id, depth := rootOf(call.Fun)
	if depth < 3 {
		return nil
	}
	return p.TypesInfo.Uses[id]
}

// closesPartOf reports whether a call closes another part of owner: the connection that
// the process serves, which ends with it.
func closesPartOf(p *check.Pass, call *ast.CallExpr, owner types.Object) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || owner == nil || sel.Sel.Name != "Close" {
		return false
	}
	id, depth := rootOf(sel.X)
	return depth > 0 && p.TypesInfo.Uses[id] == owner
}

// rootOf returns the identifier that a chain of selections begins with, and their
// number.
func rootOf(expr ast.Expr) (root *ast.Ident, depth int) {
	for {
		switch e := ast.Unparen(expr).(type) {
		case *ast.SelectorExpr:
			expr, depth = e.X, depth+1
		case *ast.Ident:
			return e, depth
		default:
			return nil, 0
		}
	}
}
