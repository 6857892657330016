package exitskipsdefer

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// renamed reports whether call removes a file that was renamed before the exit: it has its
// final name.
func renamed(p *check.Pass, graph *cfg.CFG, call *ast.CallExpr, at *cfg.Block, index int) bool {
	return given(p, graph, call, at, index, func(fn *types.Func) bool { return callmatch.Name(fn) == "os.Rename" })
}

// handedOn reports whether call removes a file, and its name was passed to a function
// before the exit: it may have its final name.
//
//	defer os.Remove(tmp.Name())
//	…
//	err := db.Swap(tmp.Name())
func handedOn(p *check.Pass, graph *cfg.CFG, call *ast.CallExpr, at *cfg.Block, index int) bool {
	return given(p, graph, call, at, index, func(fn *types.Func) bool { return callmatch.Foreign(p.Pass, fn) && !callmatch.Std(fn) })
}

// given reports whether call removes a file whose name was passed to a function of that
// kind before the exit.
func given(p *check.Pass, graph *cfg.CFG, call *ast.CallExpr, at *cfg.Block, index int, taker func(*types.Func) bool) bool {
	if !catalog.Removes[callmatch.CalleeName(p.TypesInfo, call)] || len(call.Args) != 1 {
		return false
	}
	name, found := p.Source(call.Args[0]), false
	for _, b := range graph.Blocks {
		for i, n := range b.Nodes {
			if n.Pos() < call.End() || !(b == at && i < index || reaches(b, at)) {
				continue
			}
			ast.Inspect(n, func(n ast.Node) bool {
				if other, ok := n.(*ast.CallExpr); ok {
					fn := callmatch.Callee(p.TypesInfo, other)
					for _, arg := range other.Args {
						found = found || fn != nil && p.Source(arg) == name && taker(fn)
					}
				}
				return !found
			})
		}
	}
	return found
}
