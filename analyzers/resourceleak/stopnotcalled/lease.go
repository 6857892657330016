package stopnotcalled

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// lends reports whether a method of the package takes what it returns out of a channel, and so has it
// come back later:
//
//	func (p *Pool) Get() *Buffer { return <-p.free }
//
// A method that is passed a key looks something up, and one that does not wait makes another.
func lends(p *check.Pass, fn *types.Func) bool {
	decl := astindex.Of(p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil || fn.Signature().Recv() == nil || fn.Signature().Results().Len() == 0 {
		return false
	}
	for param := range fn.Signature().Params().Variables() {
		if name := callmatch.TypeName(param.Type()); name != "context.Context" && name != "time.Duration" {
			return false
		}
	}
	result := fn.Signature().Results().At(0).Type()
	received, waits := false, true
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CommClause:
			waits = waits && n.Comm != nil
		case *ast.UnaryExpr:
			_, field := ast.Unparen(n.X).(*ast.SelectorExpr)
			ch, isChan := p.TypesInfo.TypeOf(n.X).Underlying().(*types.Chan)
			received = received || n.Op == token.ARROW && field && isChan && types.Identical(ch.Elem(), result)
		}
		return waits
	})
	return received && waits
}
