package txregion

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/cfg"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/outbound"
)

// A walk follows control from where a transaction is open to where it ends.
type walk struct {
	*finder
	h     *Held
	seen  map[*cfg.Block]bool
	calls map[*ast.CallExpr]bool
}

// add keeps a transaction, with what runs while it is open.
func (f *finder) add(h *Held) {
	g := f.graph(h.Fn)
	if g == nil || len(g.Blocks) == 0 {
		return
	}
	w := &walk{finder: f, h: h, seen: make(map[*cfg.Block]bool), calls: make(map[*ast.CallExpr]bool)}
	if h.Begin != nil && h.Fn.Pos() <= h.Begin.Pos() && h.Begin.Pos() < h.Fn.End() {
		w.afterBegin(g)
	} else {
		w.block(g.Blocks[0])
	}
	for call := range w.calls {
		h.Calls = append(h.Calls, call)
	}
	slices.SortFunc(h.Calls, func(a, b *ast.CallExpr) int { return int(a.Pos() - b.Pos()) })
	f.list = append(f.list, h)
}

// graph returns the control-flow graph of a function.
func (f *finder) graph(fn ast.Node) *cfg.CFG {
	graphs := f.p.ResultOf[ctrlflow.Analyzer].(*ctrlflow.CFGs)
	if lit, ok := fn.(*ast.FuncLit); ok {
		return graphs.FuncLit(lit)
	}
	return graphs.FuncDecl(fn.(*ast.FuncDecl))
}

// afterBegin walks from the call that begins the transaction; where that has failed, none is open.
func (w *walk) afterBegin(g *cfg.CFG) {
	for _, b := range g.Blocks {
		i := slices.IndexFunc(b.Nodes, func(n ast.Node) bool { return n.Pos() <= w.h.Begin.Pos() && w.h.Begin.Pos() < n.End() })
		if i < 0 {
			continue
		}
		last, isExpr := b.Nodes[len(b.Nodes)-1].(ast.Expr)
		if isExpr && len(b.Succs) == 2 && w.failed(b.Nodes[i], last) {
			w.block(b.Succs[1])
			return
		}
		w.from(b, i+1)
		return
	}
}

// failed reports whether a condition is true where the call that begins the transaction, in a statement, has
// failed.
func (w *walk) failed(begin ast.Node, cond ast.Expr) bool {
	info := w.p.TypesInfo
	tested := callmatch.TestedError(info, cond)
	assign, ok := begin.(*ast.AssignStmt)
	return ok && tested != nil && slices.ContainsFunc(assign.Lhs, func(lhs ast.Expr) bool {
		return callmatch.Object(info, lhs) == callmatch.Root(info, tested)
	})
}

func (w *walk) block(b *cfg.Block) {
	if !w.seen[b] {
		w.seen[b] = true
		w.from(b, 0)
	}
}

func (w *walk) from(b *cfg.Block, i int) {
	if slices.ContainsFunc(b.Nodes[i:], w.ends) {
		return
	}
	for _, succ := range b.Succs {
		w.block(succ)
	}
}

// ends reports whether a node ends the transaction, and keeps the calls of one that does not. What is deferred
// runs when the function returns.
func (w *walk) ends(n ast.Node) bool {
	if _, later := n.(*ast.DeferStmt); later {
		return false
	}
	list := outbound.Awaited(w.p.TypesInfo, n)
	if w.h.Tx != nil && slices.ContainsFunc(list, func(call *ast.CallExpr) bool {
		return w.txs.EndedBy(w.p.TypesInfo, call, types.Object(w.h.Tx))
	}) {
		return true
	}
	for _, call := range list {
		w.calls[call] = true
	}
	return false
}
