package shutdownorder

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// onlyCloses reports whether fn is the io.Closer method of a type of the standard
// library that nothing can be written to: it gives back what the kernel takes
// back anyway. Writers may have something left to write.
func onlyCloses(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	first, _, _ := strings.Cut(fn.Pkg().Path(), "/")
	if recv == nil || fn.Name() != "Close" || fn.Signature().Params().Len() > 0 || strings.Contains(first, ".") {
		return false
	}
	write, _, _ := types.LookupFieldOrMethod(recv.Type(), true, fn.Pkg(), "Write")
	return write == nil && fn.Pkg().Name() != "main"
}

// flushes reports whether a function of a logging package does more than log:
// takes nothing, gives at most an error.
func flushes(fn *types.Func) bool {
	return fn.Signature().Params().Len() == 0 && (fn.Signature().Results().Len() == 0 || fn.Name() == "Sync")
}

// madeBefore reports whether the same call is made in the block that ends in
// exit.
func madeBefore(p *check.Pass, call, exit *ast.CallExpr) bool {
	cur, ok := cursorOf(p, exit)
	if !ok {
		return false
	}
	stmt, ok := statement(cur)
	if !ok {
		return false
	}
	want, made := p.Source(call.Fun), false
	for _, s := range stmtsOf(stmt.Parent().Node()) {
		if s.Pos() >= exit.Pos() {
			break
		}
		ast.Inspect(s, func(n ast.Node) bool {
			if c, ok := n.(*ast.CallExpr); ok && p.Source(c.Fun) == want {
				made = true
			}
			return !made
		})
	}
	return made
}
