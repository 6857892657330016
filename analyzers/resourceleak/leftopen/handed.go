package leftopen

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/cfg"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// handedIn reports the return of an error in a loop over what the function is passed, which closes each element
// when it is done with it: this one and the others stay open.
//
//	for name, file := range files {
//		if _, err := io.Copy(w, file); err != nil {
//			return err
//		}
//		_ = file.Close()
//	}
//
// Silent where a caller in the package uses what it has passed afterwards, and where the function defers
// something with it.
func (f *finder) handedIn() {
	in := f.p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.RangeStmt)(nil)) {
		loop := cur.Node().(*ast.RangeStmt)
		param, _ := callmatch.Object(f.p.TypesInfo, loop.X).(*types.Var)
		fn, ok := astindex.FuncAround(cur)
		if !ok || param == nil || param.Kind() != types.ParamVar || loop.Value == nil || closerOf(param.Type()) == "" || f.p.Quiet(loop.Pos()) {
			continue
		}
		element := callmatch.Object(f.p.TypesInfo, loop.Value)
		decl, ok := fn.Node().(*ast.FuncDecl)
		if element == nil || !ok || !f.closesEach(loop.Body, element) || f.usedAfter(decl, param) {
			continue
		}
		c := &collection{p: f.p, cur: cur, stmt: loop, loop: loop, held: param, fn: decl, graph: graphOf(f.p, decl)}
		c.look()
		if returns := c.beforeClose(loop, element); len(returns) > 0 && !c.away.IsValid() {
			f.p.Report(check.Finding{
				At: returns[0],
				Message: fmt.Sprintf("%s and the rest of %s stay open on this return, where the loop closes each only after its use: %s",
					element.Name(), param.Name(), cost(elementOf(param.Type()))),
				Trace: []check.Hop{{Pos: loop.Pos(), Message: "the loop over " + param.Name()}},
			})
		}
	}
}

// closesEach reports whether a body closes the element of its loop, other than by a deferred call.
func (f *finder) closesEach(body *ast.BlockStmt, element types.Object) (found bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.DeferStmt, *ast.FuncLit:
			return false
		}
		found = found || isClose(f.p.TypesInfo, n, element)
		return !found
	})
	return found
}

func isClose(info *types.Info, n ast.Node, of types.Object) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && callmatch.Object(info, sel.X) == of && catalog.ClosesByName(sel.Sel.Name)
}

// beforeClose returns the returns of an error in the body of a loop that control reaches with the element open.
func (c *collection) beforeClose(loop *ast.RangeStmt, element types.Object) (list []*ast.ReturnStmt) {
	i := slices.IndexFunc(c.graph.Blocks, func(b *cfg.Block) bool {
		return b.Kind == cfg.KindRangeBody && b.Stmt == loop && len(b.Nodes) > 0
	})
	if i < 0 {
		return nil
	}
	for _, ret := range c.failing(c.graph.Blocks[i].Nodes[0].Pos()) {
		closed := false
		ast.Inspect(loop.Body, func(n ast.Node) bool {
			closed = closed || n != nil && n.Pos() < ret.End() && isClose(c.p.TypesInfo, n, element)
			return !closed
		})
		if !closed && loop.Body.Pos() <= ret.Pos() && ret.Pos() < loop.Body.End() {
			list = append(list, ret)
		}
	}
	return list
}

// usedAfter reports whether a caller in the package has what it passes for a parameter in a variable that it
// uses after the call, or in a deferred call: it may close the rest.
func (f *finder) usedAfter(decl *ast.FuncDecl, param *types.Var) bool {
	fn, _ := f.p.TypesInfo.Defs[decl.Name].(*types.Func)
	if fn == nil {
		return true
	}
	index := astindex.Of(f.p.Pass)
	for _, call := range index.Calls[fn] {
		for i, arg := range call.Expr.Args {
			v, ok := callmatch.Object(f.p.TypesInfo, arg).(*types.Var)
			if !ok || i >= fn.Signature().Params().Len() || fn.Signature().Params().At(i) != param {
				continue
			}
			for _, use := range index.Uses[v] {
				if use.Pos() > call.Expr.End() {
					return true
				}
			}
		}
	}
	return false
}
