// Package settledtwice is the check jobsafety/settled-twice: message is acknowledged or
// nacked twice.
package settledtwice

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/delivery"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

//go:embed settledtwice.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of jobsafety.
var Check = &check.Check{
	Slug:       "settled-twice",
	Title:      "message is acknowledged or nacked twice",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	if err := handle(d); err != nil {
//		_ = d.Nack(false, true)
//	} // no continue
//	_ = d.Ack(false)
//
// two such calls in a row, and one beside a deferred one. A branch that leaves, and one of
// two alternatives, are safe.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.BlockStmt)(nil), (*ast.CaseClause)(nil), (*ast.CommClause)(nil)) {
		if list := astindex.Stmts(cur.Node()); !p.Quiet(cur.Node().Pos()) {
			checkList(p, cur, list)
		}
	}
}

// A settling is a call that settles a message, and how its path ends.
type settling struct {
	v    *types.Var
	call *ast.CallExpr
	last bool // it is the last statement of a branch
}

func checkList(p *check.Pass, cur inspector.Cursor, list []ast.Stmt) {
	for i, stmt := range list {
		if deferred, ok := stmt.(*ast.DeferStmt); ok {
			if s, ok := settles(p, deferred.Call); ok {
				checkDeferred(p, s, list[i+1:])
			}
			continue
		}
		for _, first := range falling(p, stmt) {
			if second := again(p, first.v, list[i+1:]); second != nil {
				report(p, cur, first, second)
			}
		}
	}
}

// settles reports whether a call settles a message that a variable holds.
func settles(p *check.Pass, call *ast.CallExpr) (settling, bool) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || catalog.KeepsWaiting[sel.Sel.Name] {
		return settling{}, false
	}
	id, ok := ast.Unparen(sel.X).(*ast.Ident)
	if !ok {
		return settling{}, false
	}
	v, ok := p.TypesInfo.Uses[id].(*types.Var)
	if !ok {
		return settling{}, false
	}
	how, ok := delivery.Settlement(v.Type())
	return settling{v: v, call: call}, ok && how.Methods[sel.Sel.Name]
}

// settlesAt returns the call by which a statement, as such, settles a message: its
// expression, what it assigns or returns, or the first part of an if.
func settlesAt(p *check.Pass, stmt ast.Stmt) (settling, bool) {
	expr := ast.Expr(&ast.BadExpr{})
	switch stmt := stmt.(type) {
	case *ast.ExprStmt:
		expr = stmt.X
	case *ast.AssignStmt:
		if len(stmt.Rhs) == 1 {
			expr = stmt.Rhs[0]
		}
	case *ast.ReturnStmt:
		if len(stmt.Results) == 1 {
			expr = stmt.Results[0]
		}
	case *ast.IfStmt:
		if init, ok := stmt.Init.(*ast.AssignStmt); ok && len(init.Rhs) == 1 {
			expr = init.Rhs[0]
		}
	}
	call, ok := ast.Unparen(expr).(*ast.CallExpr)
	if !ok {
		return settling{}, false
	}
	return settles(p, call)
}

// falling returns the messages that a statement settles on a path that continues after it.
func falling(p *check.Pass, stmt ast.Stmt) []settling {
	if s, ok := settlesAt(p, stmt); ok {
		return []settling{s}
	}
	test, ok := stmt.(*ast.IfStmt)
	if !ok || callmatch.TestedError(p.TypesInfo, test.Cond) == nil {
		return nil
	}
	list := test.Body.List
	if slices.ContainsFunc(list, func(inner ast.Stmt) bool { return leaves(p, inner) }) {
		return nil
	}
	var found []settling
	for i, inner := range list {
		if s, ok := settlesAt(p, inner); ok {
			s.last = i == len(list)-1
			found = append(found, s)
		}
	}
	return found
}

// leaves reports whether control does not continue after a statement.
func leaves(p *check.Pass, stmt ast.Stmt) bool {
	switch stmt := stmt.(type) {
	case *ast.BranchStmt, *ast.ReturnStmt:
		return true
	case *ast.ExprStmt:
		call, ok := ast.Unparen(stmt.X).(*ast.CallExpr)
		if !ok {
			return false
		}
		id, _ := ast.Unparen(call.Fun).(*ast.Ident)
		return catalog.Raises[callmatch.CalleeName(p.TypesInfo, call)] || id != nil && id.Name == "panic"
	}
	return false
}

// again returns the call that settles v once more, in a statement that is reached whatever
// comes before it.
func again(p *check.Pass, v *types.Var, list []ast.Stmt) *ast.CallExpr {
	for _, stmt := range list {
		if s, ok := settlesAt(p, stmt); ok && s.v == v {
			return s.call
		}
		if leaves(p, stmt) || assigns(p, stmt, v) {
			return nil
		}
		if test, ok := stmt.(*ast.IfStmt); ok && callmatch.TestedError(p.TypesInfo, test.Cond) != nil && slices.ContainsFunc(test.Body.List, func(inner ast.Stmt) bool { return leaves(p, inner) }) {
			return nil // the error that led to the first call may leave here
		}
	}
	return nil
}

func assigns(p *check.Pass, stmt ast.Stmt, v *types.Var) bool {
	assign, ok := stmt.(*ast.AssignStmt)
	if !ok {
		return false
	}
	for _, lhs := range assign.Lhs {
		if id, ok := lhs.(*ast.Ident); ok && p.TypesInfo.ObjectOf(id) == types.Object(v) {
			return true
		}
	}
	return false
}

// checkDeferred reports what settles a message that a deferred call settles as well.
func checkDeferred(p *check.Pass, deferred settling, list []ast.Stmt) {
	for _, stmt := range list {
		var other *ast.CallExpr
		ast.Inspect(stmt, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit, *ast.DeferStmt:
				return false
			case *ast.CallExpr:
				if s, ok := settles(p, n); ok && s.v == deferred.v && other == nil {
					other = n
				}
			}
			return other == nil
		})
		if other != nil {
			report(p, inspector.Cursor{}, deferred, other)
			return
		}
	}
}

func report(p *check.Pass, cur inspector.Cursor, first settling, second *ast.CallExpr) {
	harm := "one of the two answers is ignored or fails"
	if catalog.ClosesOnSecond[callmatch.TypeName(first.v.Type())] {
		harm = "the broker closes the channel"
	}
	p.Report(check.Finding{
		At: second,
		Message: fmt.Sprintf("%s: %s settles %s, which %s (line %d) settles as well",
			harm, p.Source(second.Fun), first.v.Name(), p.Source(first.call.Fun), p.Line(first.call.Pos())),
		Trace: []check.Hop{{Pos: first.call.Pos(), Message: "settled here"}},
		Fix:   fix(p, cur, first),
	})
}

// fix leaves after the first answer, where it is the last statement of a branch in a loop,
// or in a function without results.
func fix(p *check.Pass, cur inspector.Cursor, first settling) *edit.Fix {
	if !first.last {
		return nil
	}
	word := ""
	for c := range cur.Enclosing((*ast.RangeStmt)(nil), (*ast.ForStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil), (*ast.SelectStmt)(nil), (*ast.SwitchStmt)(nil)) {
		switch n := c.Node().(type) {
		case *ast.RangeStmt, *ast.ForStmt:
			word = "continue"
		case *ast.FuncLit:
			word = returns(n.Type)
		case *ast.FuncDecl:
			word = returns(n.Type)
		default:
			continue
		}
		break
	}
	if word == "" {
		return nil
	}
	e := p.Edit(first.call.Pos())
	line := first.call.End()
	e.Insert(line, "\n"+e.Indent(first.call.Pos())+word)
	title := "Leave after " + p.Source(first.call.Fun)
	return e.Fix(title, "what follows is left out for a message that could not be handled")
}

func returns(t *ast.FuncType) string {
	if t.Results != nil && len(t.Results.List) > 0 {
		return ""
	}
	return "return"
}
