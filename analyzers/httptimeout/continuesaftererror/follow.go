package continuesaftererror

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// A follow looks at what runs after an answer.
type follow struct {
	p                 *check.Pass
	writer            *types.Var
	guards            []guard       // what decided about the answer, or was set beside it
	certain, possible *ast.CallExpr // the second answer: of each path, or of some
	tested            ast.Node      // where a condition asks for one of the guards
	related           ast.Node      // where one that leaves asks for one of them beside other values
}

// list looks at statements, one after the other, and reports whether no later ones count.
func (f *follow) list(list []ast.Stmt) (end bool) {
	for _, stmt := range list {
		head, nested := parts(stmt)
		for _, n := range head {
			f.reassigned(n)
			if f.certain = f.answer(n); f.certain != nil {
				return true
			}
		}
		if nested != nil && f.nested(stmt) {
			return true
		}
		if f.leaves(stmt) {
			return true
		}
	}
	return false
}

// nested looks at a statement that does something under a condition, and reports whether no later ones
// count.
func (f *follow) nested(stmt ast.Stmt) (end bool) {
	second := f.answer(stmt)
	switch f.asks(stmt) {
	case question:
		f.tested = stmt
		return true
	case something:
		if branch, ok := stmt.(*ast.IfStmt); ok && second == nil && slices.ContainsFunc(branch.Body.List, f.leaves) {
			f.related = stmt
		}
	}
	if f.possible == nil {
		f.possible = second
	}
	return false
}

// parts returns what a statement does in any case, and itself if it does more under a condition.
func parts(stmt ast.Stmt) (head []ast.Node, nested ast.Stmt) {
	add := func(list ...ast.Node) {
		for _, n := range list {
			if n != ast.Node(nil) && n != ast.Stmt(nil) && n != ast.Expr(nil) {
				head = append(head, n)
			}
		}
	}
	switch s := stmt.(type) {
	case *ast.IfStmt:
		if s.Init != nil {
			add(s.Init)
		}
		add(s.Cond)
		return head, s
	case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.ForStmt, *ast.RangeStmt, *ast.SelectStmt, *ast.BlockStmt, *ast.LabeledStmt:
		return nil, s
	case *ast.DeferStmt, *ast.GoStmt:
		return nil, nil
	}
	return []ast.Node{stmt}, nil
}

// answer returns a call in n that answers with the writer, in no function literal.
func (f *follow) answer(n ast.Node) (found *ast.CallExpr) {
	ast.Inspect(n, func(n ast.Node) bool {
		if _, lit := n.(*ast.FuncLit); lit || found != nil {
			return false
		}
		if call, ok := n.(*ast.CallExpr); ok && answers(f.p, call, f.writer, 3) {
			found = call
		}
		return found == nil
	})
	return found
}

// leaves reports whether a statement leaves the list.
func (f *follow) leaves(stmt ast.Stmt) bool {
	switch s := stmt.(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		_, exits := catalog.Exits[callmatch.CalleeName(f.p.TypesInfo, call)]
		id, _ := call.Fun.(*ast.Ident)
		return exits || id != nil && id.Name == "panic"
	}
	return false
}
