package stopneversignalled

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// lonelyConds returns the calls of Wait on conditions that nothing can signal,
// in source order: the sync.Cond is a variable or field that only this package
// can reach, is made here, and is used for nothing but its L and Wait.
func lonelyConds(p *check.Pass, in *inspector.Inspector) []astindex.Call {
	index := astindex.Of(p.Pass)
	var list []astindex.Call
	for fn, calls := range index.Calls {
		if catalog.CondMethods[callmatch.Name(fn)] != "wait" {
			continue
		}
		for _, call := range calls {
			v := waitgroup.Variable(p.TypesInfo, waitgroup.Receiver(call.Expr), "sync.Cond")
			if v != nil && !p.Quiet(call.Expr.Pos()) && onlyWaits(p, in, v) {
				list = append(list, call)
			}
		}
	}
	slices.SortFunc(list, func(a, b astindex.Call) int { return int(a.Expr.Pos() - b.Expr.Pos()) })
	return list
}

// onlyWaits reports whether v's makes are seen, and nothing but Wait is called
// on it.
func onlyWaits(p *check.Pass, in *inspector.Inspector, v *types.Var) bool {
	if v.Pkg() != p.Pkg || v.Embedded() || v.Exported() && v.Pkg().Name() != "main" || astindex.IgnoredFilesMention(p.Pass, map[string]bool{v.Name(): true}) {
		return false
	}
	_, pointer := types.Unalias(v.Type()).(*types.Pointer)
	made := !pointer
	if !v.IsField() {
		cur, ok := ssainstr.CursorAt(p, v.Pos())
		if !ok {
			return false
		}
		switch use := condUse(p, cur); use {
		case "make":
			made = true
		case "declared":
		default:
			return false // a parameter, a copy
		}
	}
	for _, id := range astindex.Of(p.Pass).Uses[v] {
		cur, ok := astindex.Find(in, id)
		if !ok {
			return false
		}
		switch condUse(p, cur) {
		case "make":
			made = true
		case "wait":
		default:
			return false
		}
	}
	return made
}

// condUse says what happens to the sync.Cond that the identifier at cur is, or
// selects: it is made, declared without a value, only waited for, or something
// else (the empty string).
func condUse(p *check.Pass, cur inspector.Cursor) string {
	if kind, _ := cur.ParentEdge(); kind == edge.SelectorExpr_Sel {
		cur = cur.Parent()
	}
	kind, i := cur.ParentEdge()
	switch parent := cur.Parent().Node().(type) {
	case *ast.SelectorExpr:
		if fn := callmatch.Func(p.TypesInfo, parent); fn != nil {
			called, _ := cur.Parent().ParentEdge()
			if called == edge.CallExpr_Fun && catalog.CondMethods[callmatch.Name(fn)] == "wait" {
				return "wait"
			}
			return ""
		}
		return "wait" // its L
	case *ast.AssignStmt:
		if kind == edge.AssignStmt_Lhs && len(parent.Lhs) == len(parent.Rhs) && makesCond(p, parent.Rhs[i]) {
			return "make"
		}
	case *ast.ValueSpec:
		switch {
		case len(parent.Values) == 0:
			return "declared"
		case len(parent.Values) == len(parent.Names) && makesCond(p, parent.Values[i]):
			return "make"
		}
	case *ast.KeyValueExpr:
		if kind == edge.KeyValueExpr_Key && makesCond(p, parent.Value) {
			return "make"
		}
	}
	return ""
}

// makesCond recognizes a new sync.Cond.
func makesCond(p *check.Pass, expr ast.Expr) bool {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.CallExpr:
		return callmatch.CalleeName(p.TypesInfo, expr) == "sync.NewCond"
	case *ast.UnaryExpr:
		return makesCond(p, expr.X)
	case *ast.CompositeLit:
		return callmatch.IsType(p.TypesInfo.TypeOf(expr), "sync.Cond")
	}
	return false
}
