package signals

import (
	"go/ast"
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// eaten reports whether what arrives on the channel of a request is received in a
// loop that nothing leaves: the signal is asked for to be ignored, as a child does
// that leaves Ctrl-C to its parent.
func (r *Result) eaten(q Request) bool {
	id, ok := ast.Unparen(q.Call.Args[0]).(*ast.Ident)
	if !ok {
		return false
	}
	channel, eaten := r.pass.TypesInfo.Uses[id], false
	receives := func(n ast.Node) bool {
		found := false
		ast.Inspect(n, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			found = found || ok && r.pass.TypesInfo.Uses[id] == channel
			return !found
		})
		return found
	}
	for _, body := range r.bodies(q.by) {
		ast.Inspect(body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ForStmt:
				eaten = eaten || n.Cond == nil && receives(n.Body) && r.stays(n.Body)
			case *ast.RangeStmt:
				eaten = eaten || receives(n.X) && r.stays(n.Body)
			}
			return !eaten
		})
	}
	return eaten
}

// stays reports whether a loop's body has no exit and calls nothing that could end the
// work: it only logs.
func (r *Result) stays(body *ast.BlockStmt) bool {
	quiet := true
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt, *ast.SendStmt:
			quiet = false
		case *ast.BranchStmt:
			quiet = quiet && n.Tok == token.CONTINUE
		case *ast.CallExpr:
			fn := callmatch.Callee(r.pass.TypesInfo, n)
			quiet = quiet && fn != nil && fn.Pkg() != nil && catalog.LogPackages[fn.Pkg().Path()]
		}
		return quiet
	})
	return quiet
}
