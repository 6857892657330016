package shutdownorder

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// eaten reports whether what arrives on the channel is received in a loop that
// nothing leaves: the signal is asked for to be ignored.
func eaten(p *check.Pass, channel ast.Expr) bool {
	id, ok := ast.Unparen(channel).(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := p.TypesInfo.Uses[id].(*types.Var)
	if !ok {
		return false
	}
	for _, use := range astindex.Of(p.Pass).Uses[v] {
		c, ok := cursorOf(p, use)
		if !ok {
			continue
		}
		for loop := range c.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
			switch n := loop.Node().(type) {
			case *ast.ForStmt:
				if n.Cond == nil && stays(p, n.Body) {
					return true
				}
			case *ast.RangeStmt:
				if n.X == use && stays(p, n.Body) {
					return true
				}
			}
			break
		}
	}
	return false
}

// stays reports whether a loop's body has no way out and calls nothing that could
// end the work: logging is all it does.
func stays(p *check.Pass, body *ast.BlockStmt) bool {
	quiet := true
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			quiet = false
		case *ast.BranchStmt:
			quiet = quiet && n.Tok == token.CONTINUE
		case *ast.CallExpr:
			quiet = quiet && logs(p, n)
		case *ast.SendStmt:
			quiet = false
		}
		return quiet
	})
	return quiet
}

// logs reports whether a call is one of a log package, or of a logger.
func logs(p *check.Pass, call *ast.CallExpr) bool {
	fn := callmatch.Callee(p.TypesInfo, call)
	return fn != nil && fn.Pkg() != nil && catalog.LogPackages[fn.Pkg().Path()]
}
