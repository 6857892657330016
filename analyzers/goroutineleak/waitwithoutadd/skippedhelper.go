package waitwithoutadd

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// reportSkippedHelper is reportSkippedDone for goroutines that count themselves down by a function of the package:
//
//	func (g *Group) done() { <-g.sem; g.wg.Done() }
//
//	go func() {
//		if err := f(); err != nil {
//			return // Wait blocks forever
//		}
//		g.done()
//	}()
func reportSkippedHelper(p *check.Pass, in *inspector.Inspector, c *waitgroup.Counter) {
	index := astindex.Of(p.Pass)
	for _, done := range c.Dones {
		helper, ok := done.In.(*ast.FuncDecl)
		if !ok || len(startsOf(p, helper)) > 0 || !ends(in, done, helper) {
			continue
		}
		fn, _ := p.TypesInfo.Defs[helper.Name].(*types.Func)
		for _, call := range index.Calls[fn] {
			calls := slices.DeleteFunc(slices.Clone(index.Calls[fn]), func(other astindex.Call) bool { return other.In != call.In })
			if calls[len(calls)-1].Expr != call.Expr || len(startsOf(p, call.In)) == 0 || mentions(index, c.V, call.In) {
				continue
			}
			cur, ok := astindex.Find(in, call.Expr)
			if !ok || cur.Parent().Parent().Node() != astindex.FuncBody(call.In) {
				continue
			}
			_, graph := syntax.Enclosing(p, cur)
			if ret := returnWithout(graph, calls, nil); ret != nil {
				reportSkipped(p, c, call, calls, ret)
			}
		}
	}
}

// ends reports whether a function makes a call on each of its paths, as a statement of its body.
func ends(in *inspector.Inspector, done astindex.Call, helper *ast.FuncDecl) bool {
	cur, ok := astindex.Find(in, done.Expr)
	if !ok || cur.Parent().Parent().Node() != helper.Body {
		return false
	}
	_, plain := cur.Parent().Node().(*ast.ExprStmt)
	found := false
	ast.Inspect(helper.Body, func(n ast.Node) bool {
		_, returns := n.(*ast.ReturnStmt)
		found = found || returns
		return !found
	})
	return plain && !found
}

func reportSkipped(p *check.Pass, c *waitgroup.Counter, call astindex.Call, calls []astindex.Call, ret ast.Node) {
	text := p.Source(call.Expr)
	e := p.Edit(call.Expr.Pos())
	for _, other := range calls {
		e.DeleteLines(other.Expr)
	}
	waitgroup.AtStart(e, astindex.FuncBody(call.In), "defer "+text)
	p.Report(check.Finding{
		At:      call.Expr,
		Message: fmt.Sprintf("%s.Wait never returns after the return at line %d, which skips %s", c.V.Name(), p.Line(ret.Pos()), text),
		Trace:   []check.Hop{{Pos: ret.Pos(), Message: "returns without it"}},
		Fix:     e.Fix("Defer "+text, text+" now runs when the goroutine ends"),
	})
}
