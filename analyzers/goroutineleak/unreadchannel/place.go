package unreadchannel

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// escapes returns where a value gets that is made by a call and cannot be followed any more, its call where that is
// not known, and no place where each use of the value is known.
func escapes(p *check.Pass, call *ast.CallExpr, method string) token.Pos {
	flow := ssaflow.Of(p.Pass)
	for _, fn := range flow.SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			made, ok := instr.(*ssa.Call)
			if !ok || made.Pos() != call.Lparen {
				continue
			}
			fate := flow.Fate(first(made), map[string]bool{method: true})
			switch {
			case fate.Gone:
				return call.Pos()
			case len(fate.Given) > 0:
				return fate.Given[0].Pos()
			}
			return token.NoPos
		}
	}
	return call.Pos()
}

// first returns the first result of a call.
func first(call *ssa.Call) ssa.Value {
	if _, tuple := call.Type().(*types.Tuple); !tuple {
		return call
	}
	for _, ref := range ssabuild.Referrers(call) {
		if ex, ok := ref.(*ssa.Extract); ok && ex.Index == 0 {
			return ex
		}
	}
	return call
}

// place returns where a finding belongs: at the receive from another channel of the value, with a hop to the call
// that makes it, else at that call.
func place(p *check.Pass, call *ast.CallExpr, made types.Type, row *catalog.Unread) (ast.Node, []check.Hop) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.UnaryExpr)(nil), (*ast.RangeStmt)(nil)) {
		ch := received(cur.Node())
		if ch == nil {
			continue
		}
		if call, ok := ast.Unparen(ch).(*ast.CallExpr); ok {
			ch = call.Fun
		}
		sel, ok := ast.Unparen(ch).(*ast.SelectorExpr)
		if ok && sel.Sel.Name != row.Name && types.Identical(p.TypesInfo.TypeOf(sel.X), made) && callmatch.TypeName(made) != "" {
			return ch, []check.Hop{{Pos: call.Pos(), Message: "made here"}}
		}
	}
	return call, nil
}

// received returns the channel that a node receives from, nil where it receives from none.
func received(n ast.Node) ast.Expr {
	switch n := n.(type) {
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			return n.X
		}
	case *ast.RangeStmt:
		return n.X
	}
	return nil
}
