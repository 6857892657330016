package doubleclose

import (
	"cmp"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/cfg"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/closesonce"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
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

// A pair is two calls of which one run of a function may make both.
type pair struct {
	first, second *ast.CallExpr
	doubts        []check.Doubt
}

// again is 1 for a call that a loop repeats, which is said where there is no other.
func (c *pair) again() int {
	if c.first == c.second {
		return 1
	}
	return 0
}

// calledTwice returns pairs of calls that one run of a function makes and that
// close the same channel, in source order.
func calledTwice(p *check.Pass, once *closesonce.Result) []*pair {
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
	var pairs []*pair
	for decl, list := range byFunc {
		slices.SortFunc(list, func(a, b *closing) int { return int(a.call.Pos() - b.call.Pos()) })
		graph := p.ResultOf[ctrlflow.Analyzer].(*ctrlflow.CFGs).FuncDecl(decl)
		for i, b := range list {
			if found := pairOf(p, graph, list[:i], b); found != nil {
				pairs = append(pairs, found)
			}
		}
	}
	slices.SortFunc(pairs, func(a, b *pair) int {
		return cmp.Or(len(a.doubts)-len(b.doubts), a.again()-b.again(), int(a.second.Pos()-b.second.Pos()))
	})
	return pairs
}

// pairOf returns b with the call of those before it that is made in the same run, the
// one that is surest; with itself, where a loop comes back to it.
func pairOf(p *check.Pass, graph *cfg.CFG, before []*closing, b *closing) *pair {
	var found *pair
	for _, a := range before {
		if ok, doubts := bothRun(p, graph, a, b); ok && (found == nil || len(doubts) < len(found.doubts)) {
			found = &pair{a.call, b.call, doubts}
		}
	}
	if found == nil && repeated(p, graph, b) {
		found = &pair{b.call, b.call, nil}
		if conditional(p, b) {
			found.doubts = []check.Doubt{check.Doubting(verdict.Alternatives, b.call.Pos())}
		}
	}
	return found
}

// callsAny is the fast path: the package mentions a method that closes.
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
			stmt, ok := astindex.Statement(cur)
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
// from the one to the other, past nothing that makes the value anew. Where conditions
// decide about each of them, that is doubtful, but for the cases of one statement that
// a loop repeats.
func bothRun(p *check.Pass, graph *cfg.CFG, a, b *closing) (bool, []check.Doubt) {
	if graph == nil || a.root != b.root || a.path != b.path {
		return false, nil
	}
	from, to := placeOf(graph, a.place), placeOf(graph, b.place)
	if from == nil || to == nil {
		return false, nil
	}
	renews := func(n ast.Node) bool { return renewsWithin(p.TypesInfo, n, a.root, a.path) }
	if !from.leadsTo(to, renews) && !to.leadsTo(from, renews) {
		return false, nil
	}
	if (a.later || b.later) && !(from.returns(p) && to.returns(p)) {
		return false, nil
	}
	if !syntax.Within(a.list, b.place.Pos()) && !syntax.Within(b.list, a.place.Pos()) && !casesOfOne(p, a, b) {
		return true, []check.Doubt{check.Doubting(verdict.Alternatives, b.call.Pos())}
	}
	return true, nil
}

// repeated reports whether a loop comes back to a call, on a value that is older than
// the loop.
func repeated(p *check.Pass, graph *cfg.CFG, c *closing) bool {
	loop := loopAround(p, c.place)
	if graph == nil || loop == nil || c.later || syntax.Within(loop, c.root.Pos()) {
		return false
	}
	at := placeOf(graph, c.place)
	return at != nil && at.leadsTo(at, func(n ast.Node) bool { return renewsWithin(p.TypesInfo, n, c.root, c.path) })
}

// casesOfOne reports whether two calls are in clauses of one select or switch that a
// loop repeats, and the value is older than the loop.
func casesOfOne(p *check.Pass, a, b *closing) bool {
	cur, ok := syntax.CursorOf(p, a.place)
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.SelectStmt)(nil), (*ast.SwitchStmt)(nil)) {
		if syntax.Within(c.Node(), b.place.Pos()) && !conditional(p, a) && !conditional(p, b) {
			loop := loopAround(p, c.Node())
			return loop != nil && !syntax.Within(loop, a.root.Pos())
		}
	}
	return false
}

// conditional reports whether an if decides about a call in a loop.
func conditional(p *check.Pass, c *closing) bool {
	loop := loopAround(p, c.place)
	cur, ok := syntax.CursorOf(p, c.place)
	if loop == nil || !ok {
		return false
	}
	for around := range cur.Enclosing((*ast.IfStmt)(nil)) {
		if syntax.Within(loop, around.Node().Pos()) {
			return true
		}
	}
	return false
}

// loopAround returns the innermost loop around n in its function.
func loopAround(p *check.Pass, n ast.Node) ast.Node {
	cur, ok := syntax.CursorOf(p, n)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch c.Node().(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return nil
		}
		return c.Node()
	}
	return nil
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
