package tickerrange

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/joins"
	"github.com/lifecyclelint/lifecyclelint/internal/paths"
)

// endless reports whether a range has no exit at all, which is reported whatever stops the ticker.
func endless(p *check.Pass, cur inspector.Cursor) bool {
	loop, ok := cur.Node().(*ast.RangeStmt)
	_, graph := syntax.Enclosing(p, cur)
	return ok && (graph == nil || !paths.CanLeaveRange(graph, loop))
}

// argument returns what the start of a goroutine passes for a parameter, v itself where it is none.
func argument(info *types.Info, fn ast.Node, start astindex.Start, v *types.Var) *types.Var {
	i := 0
	for _, field := range syntax.FuncType(fn).Params.List {
		for _, name := range field.Names {
			if info.Defs[name] == types.Object(v) && i < len(start.Call.Args) {
				arg, _ := callmatch.Object(info, start.Call.Args[i]).(*types.Var)
				return arg
			}
			i++
		}
	}
	return v
}

// stopOf returns the call of Stop that does not come from the goroutine itself, and the function with it:
// the one that starts the goroutine, or any for a field. The end of main ends the goroutine as well.
func stopOf(p *check.Pass, in *inspector.Inspector, ticker *types.Var, goroutine ast.Node, start astindex.Start) (stop *ast.CallExpr, by ast.Node) {
	if ticker == nil {
		return nil, nil
	}
	for _, id := range astindex.Of(p.Pass).Uses[ticker] {
		cur, ok := astindex.Find(in, id)
		if !ok || syntax.Within(goroutine, id.Pos()) {
			continue
		}
		for c := range cur.Enclosing((*ast.CallExpr)(nil)) {
			call := c.Node().(*ast.CallExpr)
			sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
			fn, around := astindex.FuncAround(c)
			if ok && sel.Sel.Name == "Reset" && callmatch.Object(p.TypesInfo, sel.X) == types.Object(ticker) {
				return nil, nil // it pauses
			}
			if !ok || sel.Sel.Name != "Stop" || !around || callmatch.Object(p.TypesInfo, sel.X) != types.Object(ticker) {
				break
			}
			if stop == nil && (ticker.IsField() || start.In == fn.Node() && !isMain(p, fn.Node())) {
				stop, by = call, fn.Node()
			}
			break
		}
	}
	return stop, by
}

func isMain(p *check.Pass, fn ast.Node) bool {
	decl, ok := fn.(*ast.FuncDecl)
	return ok && decl.Recv == nil && decl.Name.Name == "main" && p.Pkg.Name() == "main"
}

// joined returns where a function waits for the end of a goroutine: for a group, or for a channel that
// it closes or sends on.
func joined(p *check.Pass, by, goroutine ast.Node) (at token.Pos) {
	ast.Inspect(by, func(n ast.Node) bool {
		if n == goroutine {
			return false
		}
		switch n := n.(type) {
		case *ast.CallExpr:
			if catalog.Joins[callmatch.CalleeName(p.TypesInfo, n)] {
				at = n.Pos()
			}
		case *ast.UnaryExpr:
			v, _ := callmatch.Object(p.TypesInfo, n.X).(*types.Var)
			if n.Op == token.ARROW && v != nil && joins.Tells(p.TypesInfo, goroutine, v) {
				at = n.Pos()
			}
		}
		return !at.IsValid()
	})
	return at
}
