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
	lent, found := fn.Signature().Results().At(0).Type(), false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if clause, ok := n.(*ast.CommClause); ok && clause.Comm == nil {
			lent = nil
		}
		recv, ok := n.(*ast.UnaryExpr)
		if !ok || recv.Op != token.ARROW {
			return lent != nil
		}
		_, field := ast.Unparen(recv.X).(*ast.SelectorExpr)
		ch, isChan := p.TypesInfo.TypeOf(recv.X).Underlying().(*types.Chan)
		found = found || field && isChan && lent != nil && types.Identical(ch.Elem(), lent)
		return lent != nil
	})
	return found && lent != nil
}
