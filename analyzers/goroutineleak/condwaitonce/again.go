package condwaitonce

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// An again is a walk from a wait along the paths that are taken where the condition holds again.
type again struct {
	w     *wait // about one variable of the condition
	facts facts
	seen  map[*cfg.Block]bool
	first ast.Node // that relies on the opposite
}

// relies returns the first that relies on the opposite of the condition and is reached from the wait
// although the condition holds again: no test on the path excludes that.
func (w *wait) relies() (first ast.Node) {
	from, i := w.block()
	if from == nil {
		return nil
	}
	for v := range w.about {
		one := *w
		one.about = map[types.Object]bool{v: true}
		a := &again{w: &one, facts: w.holding(), seen: make(map[*cfg.Block]bool)}
		a.follow(from, i+1, nil)
		if a.first != nil && (first == nil || a.first.Pos() < first.Pos()) {
			first = a.first
		}
	}
	return first
}

// follow visits a block, and those that are reached from it. Only in the blocks of either, all where it
// is nil, the code does not know what a test of the variable has found.
func (a *again) follow(b *cfg.Block, from int, either map[*cfg.Block]bool) {
	for i := from; i < len(b.Nodes); i++ {
		n := b.Nodes[i]
		if len(b.Succs) == 2 && i == len(b.Nodes)-1 {
			test, _ := n.(ast.Expr)
			if value, known := a.facts.of(a.w.p, test); known {
				a.branch(b, test, value, either)
				return
			}
			if a.w.asks(n) {
				return
			}
		}
		if a.w.waits(n) {
			return // and is judged itself
		}
		if use := a.w.use(n, 1); use != nil {
			if either == nil || either[b] {
				a.note(use)
			}
			return
		}
	}
	for _, s := range b.Succs {
		a.enter(s, either)
	}
}

func (a *again) enter(b *cfg.Block, either map[*cfg.Block]bool) {
	if !a.seen[b] {
		a.seen[b] = true
		a.follow(b, 0, either)
	}
}

func (a *again) note(use ast.Node) {
	if a.first == nil || use.Pos() < a.first.Pos() {
		a.first = use
	}
}

// branch follows the branch that a test takes. What only that branch leads to knows the value of what
// follows from the test.
func (a *again) branch(b *cfg.Block, test ast.Expr, value bool, either map[*cfg.Block]bool) {
	taken, other := b.Succs[0], b.Succs[1]
	if !value {
		taken, other = other, taken
	}
	for part := range implied(a.w.p, test, value) {
		if !a.w.asks(part) {
			continue
		}
		shared := make(map[*cfg.Block]bool)
		reach(other, b, either, shared)
		either = shared
	}
	a.enter(taken, either)
}

// reach adds the blocks that are reached from one without another, of those in within.
func reach(from, without *cfg.Block, within, found map[*cfg.Block]bool) {
	seen := map[*cfg.Block]bool{without: true}
	var visit func(b *cfg.Block)
	visit = func(b *cfg.Block) {
		if seen[b] {
			return
		}
		seen[b] = true
		if within == nil || within[b] {
			found[b] = true
		}
		for _, s := range b.Succs {
			visit(s)
		}
	}
	visit(from)
}

// waits reports whether a statement waits for a condition.
func (w *wait) waits(stmt ast.Node) bool {
	found := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		found = found || ok && catalog.CondMethods[callmatch.CalleeName(w.p.TypesInfo, call)] == "wait"
		return !found
	})
	return found
}

// holding returns what is true at the wait, and may be so again after it: the condition, and those of
// the if statements around it.
func (w *wait) holding() facts {
	all := make(facts)
	ast.Inspect(w.fn, func(n ast.Node) bool {
		if n, ok := n.(*ast.IfStmt); ok && n.Body.Pos() < w.call.Pos() && w.call.End() <= n.Body.End() {
			all.suppose(w.p, n.Cond, true)
		}
		return true
	})
	return all
}
