package order

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// A Runner is a loop that calls the elements of a list, or a method of theirs.
type Runner struct {
	loop   ast.Stmt
	over   ast.Expr // what it ranges over
	last   bool     // the last element comes first
	method string   // of the elements, "" when they are functions
	field  string   // of the elements that holds the function
}

// runners finds the loops over lists of functions and closers. A list that more
// than one loop goes over, or that is turned around, is left out.
func runners(p *check.Pass) map[*types.Var]*Runner {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	lists := make(map[*types.Var]*Runner)
	turned := make(map[*types.Var]bool)
	for cur := range in.Root().Preorder((*ast.RangeStmt)(nil), (*ast.ForStmt)(nil), (*ast.CallExpr)(nil)) {
		switch n := cur.Node().(type) {
		case *ast.CallExpr:
			if callmatch.CalleeName(p.TypesInfo, n) == "slices.Reverse" {
				turned[syntax.VariableOf(p, n.Args[0])] = true
			}
			continue
		case *ast.RangeStmt:
			if list, run := rangeRunner(p, n); run != nil {
				if lists[list] != nil {
					turned[list] = true
				}
				lists[list] = run
			}
		case *ast.ForStmt:
			if list, run := countRunner(p, n); run != nil {
				if lists[list] != nil {
					turned[list] = true
				}
				lists[list] = run
			}
		}
	}
	for list := range turned {
		delete(lists, list)
	}
	return lists
}

// rangeRunner recognises for _, f := range list { f() }, and the same over
// slices.Backward(list).
func rangeRunner(p *check.Pass, loop *ast.RangeStmt) (*types.Var, *Runner) {
	run := &Runner{loop: loop, over: loop.X}
	over := ast.Unparen(loop.X)
	if call, ok := over.(*ast.CallExpr); ok && callmatch.CalleeName(p.TypesInfo, call) == "slices.Backward" {
		run.last, over = true, call.Args[0]
	}
	list := syntax.VariableOf(p, over)
	if list == nil {
		return nil, nil
	}
	if value, ok := loop.Value.(*ast.Ident); ok {
		elem, _ := p.TypesInfo.Defs[value].(*types.Var)
		return list, run.calls(p, loop.Body, func(x ast.Expr) bool { return elem != nil && syntax.VariableOf(p, x) == elem })
	}
	return list, run.calls(p, loop.Body, indexes(p, list))
}

// countRunner recognises for i := len(list) - 1; i >= 0; i-- { list[i]() }, and
// the same upwards.
func countRunner(p *check.Pass, loop *ast.ForStmt) (*types.Var, *Runner) {
	step, ok := loop.Post.(*ast.IncDecStmt)
	if !ok {
		return nil, nil
	}
	var list *types.Var
	ast.Inspect(loop.Body, func(n ast.Node) bool {
		if x, ok := n.(*ast.IndexExpr); ok && list == nil && syntax.VariableOf(p, x.Index) == syntax.VariableOf(p, step.X) {
			list = syntax.VariableOf(p, x.X)
		}
		return list == nil
	})
	if list == nil {
		return nil, nil
	}
	run := &Runner{loop: loop, last: step.Tok == token.DEC}
	return list, run.calls(p, loop.Body, indexes(p, list))
}

func indexes(p *check.Pass, list *types.Var) func(ast.Expr) bool {
	return func(x ast.Expr) bool {
		index, ok := ast.Unparen(x).(*ast.IndexExpr)
		return ok && syntax.VariableOf(p, index.X) == list
	}
}

// calls completes a runner with what its body does with an element: it calls it,
// or a method of its. Deferred calls turn the order around, and goroutines have
// none.
func (run *Runner) calls(p *check.Pass, body *ast.BlockStmt, elem func(ast.Expr) bool) *Runner {
	var found *Runner
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt:
			return false
		case *ast.DeferStmt:
			run.last = !run.last
		case *ast.CallExpr:
			sel := syntax.Selector(n.Fun)
			switch {
			case elem(n.Fun):
				found = run
			case sel != nil && elem(sel.X) && callmatch.Field(p.TypesInfo, sel) != nil:
				run.field = sel.Sel.Name
				found = run
			case sel != nil && elem(sel.X) && callmatch.Func(p.TypesInfo, sel) != nil:
				run.method = sel.Sel.Name
				found = run
			}
		}
		return found == nil
	})
	return found
}

// elementOf returns the element of a list that may have its index before it.
func elementOf(elem ast.Expr) ast.Expr {
	if kv, ok := elem.(*ast.KeyValueExpr); ok {
		return kv.Value
	}
	return elem
}
