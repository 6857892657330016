package uncancellablesleep

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopsignal"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// tellsBeforeReturn reports whether fn sends or closes something before it returns
// elsewhere: a waiter for that must not stay blocked.
func tellsBeforeReturn(p *check.Pass, fn ast.Node) bool {
	tells := false
	ast.Inspect(astindex.FuncBody(fn), func(n ast.Node) bool {
		list := astindex.Stmts(n)
		for i, stmt := range list {
			if _, ok := stmt.(*ast.ReturnStmt); !ok || i == 0 {
				continue
			}
			switch before := list[i-1].(type) {
			case *ast.SendStmt:
				tells = true
			case *ast.ExprStmt:
				if call, ok := before.X.(*ast.CallExpr); ok {
					tells = tells || callmatch.IsBuiltin(p.TypesInfo, call, "close")
				}
			}
		}
		return !tells
	})
	return tells
}

// spins reports whether a loop around the pause continues when sig has come, since only an
// enclosing loop looks at it, or since it only notes it: without the pause it would spin.
func spins(p *check.Pass, loops []inspector.Cursor, sig *stopsignal.Signal) bool {
	for _, loop := range loops {
		if sig.Path == nil || syntax.Within(loop.Node(), sig.Path.Pos()) {
			forever, ok := loop.Node().(*ast.ForStmt)
			return ok && forever.Cond == nil && sig.Notes
		}
		if !counts(p, loop.Node()) {
			return true
		}
	}
	return false
}

// counts reports whether a loop ends after a number of iterations.
func counts(p *check.Pass, loop ast.Node) bool {
	switch loop := loop.(type) {
	case *ast.ForStmt:
		return loop.Cond != nil && loop.Post != nil
	case *ast.RangeStmt:
		switch p.TypesInfo.TypeOf(loop.X).Underlying().(type) {
		case *types.Basic, *types.Slice, *types.Array, *types.Map:
			return true
		}
	}
	return false
}

// countsRounds reports whether a loop counts and does no more: it goes through no
// list that would be left half done.
func countsRounds(p *check.Pass, loop ast.Node) bool {
	r, ok := loop.(*ast.RangeStmt)
	if !ok {
		return counts(p, loop)
	}
	_, number := p.TypesInfo.TypeOf(r.X).Underlying().(*types.Basic)
	return number
}

// leavesTraces reports whether what follows the loop in fn uses a variable that the loop
// assigns: then it depends on the last iteration.
func leavesTraces(p *check.Pass, fn, loop ast.Node) bool {
	assigned := make(map[types.Object]bool)
	ast.Inspect(loop, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				assigned[rootObject(p, lhs)] = true
			}
		case *ast.IncDecStmt:
			assigned[rootObject(p, n.X)] = true
		}
		return true
	})
	used := false
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			obj := p.TypesInfo.Uses[n]
			used = used || obj != nil && n.Pos() > loop.End() && assigned[obj]
		case *ast.ReturnStmt:
			used = used || n.Pos() > loop.End() && n.Results == nil && syntax.FuncType(fn).Results != nil // named ones
		}
		return true
	})
	return used
}

// rootObject returns the variable that an assignment to expr changes.
func rootObject(p *check.Pass, expr ast.Expr) types.Object {
	if v := syntax.RootVar(p.TypesInfo, expr); v != nil {
		return v
	}
	return nil
}

// breakTarget returns the statement that a plain break at cur would leave.
func breakTarget(cur inspector.Cursor) ast.Node {
	for c := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.SwitchStmt)(nil),
		(*ast.TypeSwitchStmt)(nil), (*ast.SelectStmt)(nil)) {
		return c.Node()
	}
	return nil
}
