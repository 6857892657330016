// Package paths answers path questions over go/cfg graphs.
package paths

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/cfg"
)

// CanLeaveRange reports whether control inside the body of loop can leave the function
// without the loop running out of elements: by a return, a panic, an exit, or a jump that
// leads to one. Nothing else ends a goroutine that ranges over a channel that is never
// closed.
func CanLeaveRange(g *cfg.CFG, loop *ast.RangeStmt) bool {
	head := rangeHead(g, loop)
	if head == nil {
		return true // dead code, or a graph of an unknown form
	}
	seen := make(map[*cfg.Block]bool)
	var visit func(b *cfg.Block) bool
	visit = func(b *cfg.Block) bool {
		if seen[b] {
			return false
		}
		seen[b] = true
		if len(b.Succs) == 0 {
			return leaves(b)
		}
		for i, succ := range b.Succs {
			if b == head && i == 1 {
				continue // the loop ran out of elements
			}
			if visit(succ) {
				return true
			}
		}
		return false
	}
	return visit(head)
}

// rangeHead returns the block whose successors are the loop's body and its end.
func rangeHead(g *cfg.CFG, loop *ast.RangeStmt) *cfg.Block {
	for _, b := range g.Blocks {
		if b.Live && b.Kind == cfg.KindRangeLoop && b.Stmt == loop && len(b.Succs) == 2 {
			return b
		}
	}
	return nil
}

// leaves reports whether a block without successors ends the function. The
// others are select {} and the imaginary successor of a select's last case.
func leaves(b *cfg.Block) bool {
	if len(b.Nodes) == 0 {
		return false
	}
	switch last := b.Nodes[len(b.Nodes)-1].(type) {
	case *ast.ReturnStmt:
		return true // also the implicit one at the end of the body
	case *ast.ExprStmt:
		_, ok := last.X.(*ast.CallExpr)
		return ok // panic, os.Exit, log.Fatal …
	}
	return false
}

// Again reports whether control can get from n, a node of the graph, back to it.
func Again(g *cfg.CFG, n ast.Node) bool {
	for _, b := range g.Blocks {
		if b.Live && slices.Contains(b.Nodes, n) {
			seen := make(map[*cfg.Block]bool)
			var reaches func(from *cfg.Block) bool
			reaches = func(from *cfg.Block) bool {
				return slices.ContainsFunc(from.Succs, func(succ *cfg.Block) bool {
					if succ == b {
						return true
					}
					again := seen[succ]
					seen[succ] = true
					return !again && reaches(succ)
				})
			}
			return reaches(b)
		}
	}
	return false
}

// Repeats reports whether control can get from the node of the graph around n back to it, without that
// around the position until.
func Repeats(g *cfg.CFG, n ast.Node, until token.Pos) bool { return Leads(g, n.Pos(), n.Pos(), until) }

// Leads reports whether control can get from the node of the graph around a position to that around another one,
// without that around the position until.
func Leads(g *cfg.CFG, from, to, until token.Pos) bool {
	seen := make(map[*cfg.Block]bool)
	around := func(b *cfg.Block, from int, pos token.Pos) int {
		for i := from; i < len(b.Nodes); i++ {
			if b.Nodes[i].Pos() <= pos && pos < b.Nodes[i].End() {
				return i
			}
		}
		return -1
	}
	var reaches func(b *cfg.Block, next int) bool
	reaches = func(b *cfg.Block, next int) bool {
		there, end := around(b, next, to), around(b, next, until)
		if there >= 0 || end >= 0 {
			return there >= 0 && (end < 0 || there < end)
		}
		for _, succ := range b.Succs {
			if !seen[succ] {
				seen[succ] = true
				if reaches(succ, 0) {
					return true
				}
			}
		}
		return false
	}
	for _, b := range g.Blocks {
		if i := around(b, 0, from); b.Live && i >= 0 {
			return reaches(b, i+1)
		}
	}
	return false
}

// ReturnAfter returns the first return, in the order of the source, that control can reach from the node of
// the graph around a position, past none of the nodes to avoid; nil if there is none. The end of the body
// is one as well.
func ReturnAfter(g *cfg.CFG, from token.Pos, avoid func(ast.Node) bool) (first *ast.ReturnStmt) {
	seen := make(map[*cfg.Block]bool)
	var visit func(b *cfg.Block, nodes []ast.Node)
	visit = func(b *cfg.Block, nodes []ast.Node) {
		if slices.ContainsFunc(nodes, avoid) {
			return
		}
		for _, n := range nodes {
			if ret, ok := n.(*ast.ReturnStmt); ok && (first == nil || ret.Pos() < first.Pos()) {
				first = ret
			}
		}
		for _, succ := range b.Succs {
			if !seen[succ] {
				seen[succ] = true
				visit(succ, succ.Nodes)
			}
		}
	}
	for _, b := range g.Blocks {
		for i, n := range b.Nodes {
			if b.Live && n.Pos() <= from && from < n.End() {
				visit(b, b.Nodes[i:])
				return first
			}
		}
	}
	return nil
}
