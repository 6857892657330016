package shutdownorder

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/cfg"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// moved reports whether call removes a file, and its name was given to somebody
// else on the way to the exit: it may be in its place by then.
//
//	defer os.Remove(tmp.Name())
//	…
//	err := db.Swap(tmp.Name())
func moved(p *check.Pass, graph *cfg.CFG, call *ast.CallExpr, at *cfg.Block, index int) bool {
	if !catalog.Removes[callmatch.CalleeName(p.TypesInfo, call)] || len(call.Args) != 1 {
		return false
	}
	name, given := p.Source(call.Args[0]), false
	for _, b := range graph.Blocks {
		for i, n := range b.Nodes {
			if n.Pos() < call.End() || !(b == at && i < index || reaches(b, at)) {
				continue
			}
			ast.Inspect(n, func(n ast.Node) bool {
				if other, ok := n.(*ast.CallExpr); ok {
					fn := callmatch.Callee(p.TypesInfo, other)
					for _, arg := range other.Args {
						given = given || p.Source(arg) == name && takesAway(fn)
					}
				}
				return !given
			})
		}
	}
	return given
}

// takesAway reports whether a function may put the file it is given the name of
// somewhere else. The standard library's other functions do not.
func takesAway(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	first, _, _ := strings.Cut(fn.Pkg().Path(), "/")
	return callmatch.Name(fn) == "os.Rename" || strings.Contains(first, ".")
}
