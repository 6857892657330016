package nilchan

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// argument returns the variable that calls in the package pass for a parameter, and v itself where
// it is none. It is nil where no call is seen.
func argument(p *check.Pass, v *types.Var) *types.Var {
	for range 3 { // a parameter that is passed on
		if v == nil || v.Kind() != types.ParamVar {
			return v
		}
		v = passed(p, v)
	}
	return nil
}

func passed(p *check.Pass, param *types.Var) *types.Var {
	cur, ok := ssainstr.CursorAt(p, param.Pos())
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		var call *ast.CallExpr
		var sig types.Type
		switch n := c.Node().(type) {
		case *ast.FuncLit:
			sig = p.TypesInfo.TypeOf(n)
			call, _ = c.Parent().Node().(*ast.CallExpr)
			if call != nil && call.Fun != n {
				return nil
			}
		case *ast.FuncDecl:
			fn := p.TypesInfo.Defs[n.Name]
			sig = fn.Type()
			if calls := astindex.Of(p.Pass).Calls[fn.(*types.Func)]; len(calls) > 0 {
				call = calls[0].Expr
			}
		}
		i := slices.Index(slices.Collect(sig.(*types.Signature).Params().Variables()), param)
		if call == nil || i < 0 || i >= len(call.Args) {
			return nil
		}
		return channel.Holder(p.TypesInfo, call.Args[i])
	}
	return nil
}
