package condwaitonce

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/cfg"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// mistakes fills in the finding of a return that is reached although the whole condition holds again,
// because only a part of it was tested:
//
//	if len(q.items) == 0 && !q.closed {
//		q.cond.Wait()
//	}
//	if len(q.items) == 0 {
//		return "", false // said of a closed queue, and of one whose item another goroutine has taken
//	}
//
// Each part has to read a field, which other goroutines set.
func (w *wait) mistakes(finding *check.Finding) bool {
	from, i := w.block()
	m := &mistake{w: w, facts: w.holding(), seen: make(map[*cfg.Block]bool)}
	var open []ast.Expr
	for part := range implied(w.p, w.test.Cond, true) {
		if readsField(mentioned(w.p, part)) {
			open = append(open, part)
		}
	}
	if from == nil || len(open) < 2 {
		return false
	}
	m.follow(from, i+1, open, false)
	if m.ret == nil {
		return false
	}
	finding.Message = fmt.Sprintf("condition %s may hold again when %s returns, and the return at %s takes it for over: no test after it asks for %s",
		w.p.Source(w.test.Cond), w.p.Name(w.call.Fun), w.p.Where(m.ret.Pos(), w.call.Pos()), w.p.Source(m.part))
	finding.Trace = []check.Hop{{Pos: m.ret.Pos(), Message: "also reached when another goroutine was faster"}}
	return true
}

func readsField(vars map[types.Object]bool) bool {
	for v := range vars {
		if v, ok := v.(*types.Var); ok && v.IsField() {
			return true
		}
	}
	return false
}

// A mistake is a walk from a wait along the paths that are taken where the whole condition holds again.
type mistake struct {
	w     *wait
	facts facts
	seen  map[*cfg.Block]bool
	ret   *ast.ReturnStmt // the first that is reached
	part  ast.Expr        // the part of the condition that no test on the path asks for
}

// follow visits a block, and those that are reached from it. Of the condition, the parts in open are not
// asked for; tested says that another one is.
func (m *mistake) follow(b *cfg.Block, from int, open []ast.Expr, tested bool) {
	for i := from; i < len(b.Nodes) && m.ret == nil; i++ {
		n := b.Nodes[i]
		if m.w.waits(n) {
			return // and is judged itself
		}
		if m.w.use(n, 1) != nil {
			return // what the condition reads is changed
		}
		open = m.without(open, n)
		if ret, ok := n.(*ast.ReturnStmt); ok {
			if tested && len(ret.Results) > 0 && len(open) > 0 {
				m.ret, m.part = ret, open[0]
			}
			return
		}
		test, _ := n.(ast.Expr)
		value, known := m.facts.of(m.w.p, test)
		if len(b.Succs) == 2 && i == len(b.Nodes)-1 && known {
			taken := b.Succs[0]
			if !value {
				taken = b.Succs[1]
			}
			m.enter(taken, open, true)
			return
		}
	}
	for _, s := range b.Succs {
		m.enter(s, open, tested)
	}
}

func (m *mistake) enter(b *cfg.Block, open []ast.Expr, tested bool) {
	if !m.seen[b] {
		m.seen[b] = true
		m.follow(b, 0, open, tested)
	}
}

// without returns the parts that a statement does not ask for.
func (m *mistake) without(open []ast.Expr, n ast.Node) []ast.Expr {
	return slices.DeleteFunc(slices.Clone(open), func(part ast.Expr) bool {
		one := *m.w
		one.about = mentioned(m.w.p, part)
		return one.asks(n)
	})
}
