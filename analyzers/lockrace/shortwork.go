package lockrace

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// writesTo reports whether a piece of code changes the object that the access at
// pos is to: then the lock has to be held for writing.
func writesTo(p *check.Pass, code ast.Node, pos token.Pos) bool {
	sel := selectorAt(p, pos)
	if sel == nil {
		return true
	}
	owner, writes := p.Source(sel.X)+".", false
	is := func(x ast.Expr) { writes = writes || strings.HasPrefix(p.Source(x), owner) }
	ast.Inspect(code, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				is(x)
			}
		case *ast.IncDecStmt:
			is(n.X)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				is(n.X)
			}
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); ok && (id.Name == "delete" || id.Name == "clear" || id.Name == "copy") {
				is(n.Args[0])
			}
		}
		return !writes
	})
	return writes
}

// shortWork reports whether a piece of code may run under a lock: it waits for
// nothing, starts nothing, and calls but what is known to be short. What a return
// calls is not asked.
func shortWork(p *check.Pass, code ast.Node) bool {
	short := true
	ast.Inspect(code, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			return false
		case *ast.FuncLit, *ast.GoStmt, *ast.DeferStmt, *ast.SendStmt, *ast.SelectStmt, *ast.LabeledStmt:
			short = false
		case *ast.UnaryExpr:
			short = short && n.Op != token.ARROW
		case *ast.RangeStmt:
			switch p.TypesInfo.TypeOf(n.X).Underlying().(type) {
			case *types.Chan, *types.Signature:
				short = false
			}
		case *ast.BranchStmt:
			short = short && n.Label == nil
		case *ast.CallExpr:
			short = short && isShort(p, n)
		}
		return short
	})
	return short
}

func isShort(p *check.Pass, call *ast.CallExpr) bool {
	if tv := p.TypesInfo.Types[call.Fun]; tv.IsType() || tv.IsBuiltin() {
		return true
	}
	fn := callmatch.Callee(p.TypesInfo, call)
	return fn != nil && fn.Pkg() != nil && fn.Signature().Recv() == nil && (catalog.ShortWork[fn.Pkg().Path()] || catalog.ShortWork[callmatch.Name(fn)])
}

func callsInReturns(p *check.Pass, code ast.Node) bool {
	return slices.ContainsFunc(returns(code), func(ret *ast.ReturnStmt) bool {
		return slices.ContainsFunc(ret.Results, func(x ast.Expr) bool { return !shortWork(p, x) })
	})
}

func returns(code ast.Node) []*ast.ReturnStmt {
	var list []*ast.ReturnStmt
	ast.Inspect(code, func(n ast.Node) bool {
		if ret, ok := n.(*ast.ReturnStmt); ok {
			list = append(list, ret)
		}
		return true
	})
	return list
}
