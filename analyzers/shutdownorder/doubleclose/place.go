package doubleclose

import (
	"go/ast"

	"golang.org/x/tools/go/cfg"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// A place is a node of a control-flow graph.
type place struct {
	block *cfg.Block
	index int
}

// placeOf returns the innermost node of the graph that n lies in, nil if none is
// ever reached.
func placeOf(graph *cfg.CFG, n ast.Node) *place {
	var found *place
	for _, b := range graph.Blocks {
		for i, node := range b.Nodes {
			if b.Live && syntax.Within(node, n.Pos()) && (found == nil || syntax.Within(found.block.Nodes[found.index], node.Pos())) {
				found = &place{b, i}
			}
		}
	}
	return found
}

// leadsTo reports whether control gets from one place to another without passing
// a node that ends the search.
func (from *place) leadsTo(to *place, ends func(ast.Node) bool) bool {
	seen := make(map[*cfg.Block]bool)
	var walk func(b *cfg.Block, i int) bool
	walk = func(b *cfg.Block, i int) bool {
		for ; i < len(b.Nodes); i++ {
			if b == to.block && i == to.index {
				return true
			}
			if ends(b.Nodes[i]) {
				return false
			}
		}
		for _, s := range b.Succs {
			if !seen[s] {
				seen[s] = true
				if walk(s, 0) {
					return true
				}
			}
		}
		return false
	}
	return walk(from.block, from.index+1)
}

// returns reports whether control gets from a place to the end of the function,
// and not only to that of the process.
func (from *place) returns(p *check.Pass) bool {
	ends := func(b *cfg.Block) bool {
		if len(b.Succs) > 0 {
			return false
		}
		if len(b.Nodes) == 0 {
			return true
		}
		stmt, ok := b.Nodes[len(b.Nodes)-1].(*ast.ExprStmt)
		if !ok {
			return true
		}
		call, ok := stmt.X.(*ast.CallExpr)
		return !ok || !ssainstr.Exits(p, call)
	}
	seen := make(map[*cfg.Block]bool)
	var walk func(b *cfg.Block) bool
	walk = func(b *cfg.Block) bool {
		if seen[b] {
			return false
		}
		seen[b] = true
		if ends(b) {
			return true
		}
		for _, s := range b.Succs {
			if walk(s) {
				return true
			}
		}
		return false
	}
	return walk(from.block)
}
