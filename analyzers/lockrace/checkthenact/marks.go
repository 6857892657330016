package checkthenact

import (
	"fmt"
	"go/ast"
	"go/constant"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// atOnce are the methods of a sync.Map that test an entry and change it in one step.
var atOnce = map[string]string{"Store": "LoadOrStore", "Delete": "LoadAndDelete"}

// marks reports a test for an entry, which is then set or taken away, where the first one to do so does
// more than that:
//
//	if _, seen := d.events.Load(id); !seen {
//		d.events.Store(id, true)
//		d.deliver(id) // by two goroutines
//	}
//
// An entry that nothing else depends on may as well be set twice.
func marks(p *check.Pass, fn, at inspector.Cursor) {
	read := at.Node().(*ast.CallExpr)
	from, ok := read.Fun.(*ast.SelectorExpr)
	targets, _ := localvar.Targets(at)
	if !ok || len(targets) != 2 || !blank(targets[0]) || callmatch.CalleeName(p.TypesInfo, read) != "(*sync.Map).Load" {
		return
	}
	for cur := range fn.Preorder((*ast.ExprStmt)(nil)) {
		stmt := cur.Node().(*ast.ExprStmt)
		change, ok := stmt.X.(*ast.CallExpr)
		if !ok || change.Pos() < read.End() || len(change.Args) == 0 {
			continue
		}
		to, ok := change.Fun.(*ast.SelectorExpr)
		if !ok || atOnce[to.Sel.Name] == "" || named(p, fn, to.X) != named(p, fn, from.X) || p.Source(change.Args[0]) != p.Source(read.Args[0]) {
			continue
		}
		block, ok := cur.Parent().Node().(*ast.BlockStmt)
		if !ok || !tests(p, fn, at, cur) || !marker(p, change.Args[1:]) || !slices.ContainsFunc(block.List, func(s ast.Stmt) bool { return s.Pos() > read.End() && s != stmt && acts(p, s) }) {
			continue
		}
		p.Report(check.Finding{
			At: change,
			Message: fmt.Sprintf("two goroutines may both be the first: %s follows the test at line %d in another step, and both pass the test before one of them changes the entry",
				p.Source(change.Fun), p.Line(read.Pos())),
			Trace: []check.Hop{{Pos: read.Pos(), Message: "tested here"}},
			Fix:   fixMark(p, read, stmt, change),
		})
		return
	}
}

func blank(expr ast.Expr) bool {
	id, ok := expr.(*ast.Ident)
	return ok && id.Name == "_"
}

// marker reports whether a value only says that there is an entry: a constant, or an empty struct.
func marker(p *check.Pass, values []ast.Expr) bool {
	return !slices.ContainsFunc(values, func(value ast.Expr) bool {
		lit, empty := value.(*ast.CompositeLit)
		return p.TypesInfo.Types[value].Value == nil && !(empty && len(lit.Elts) == 0)
	})
}

// acts reports whether a statement does something that one goroutine alone is to do.
func acts(p *check.Pass, stmt ast.Stmt) bool {
	switch stmt := stmt.(type) {
	case *ast.GoStmt, *ast.SendStmt, *ast.IncDecStmt:
		return true
	case *ast.ExprStmt:
		call, ok := stmt.X.(*ast.CallExpr)
		return ok && (atomicAdd(p, call) || ownMethod(p, call))
	case *ast.ReturnStmt:
		return len(stmt.Results) == 1 && p.TypesInfo.Types[stmt.Results[0]].Value != nil && p.TypesInfo.Types[stmt.Results[0]].Value.Kind() == constant.Bool
	}
	return false
}

func atomicAdd(p *check.Pass, call *ast.CallExpr) bool {
	fn := callmatch.Callee(p.TypesInfo, call)
	return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "sync/atomic" && strings.HasPrefix(fn.Name(), "Add")
}

// ownMethod reports whether a call is one of a method of the package, which is none of a logger.
func ownMethod(p *check.Pass, call *ast.CallExpr) bool {
	fn := callmatch.Callee(p.TypesInfo, call)
	return fn != nil && fn.Pkg() == p.Pkg && fn.Signature().Recv() != nil && !fn.Signature().Variadic()
}

// fixMark tests and changes the entry in one step.
func fixMark(p *check.Pass, read *ast.CallExpr, stmt ast.Stmt, change *ast.CallExpr) *edit.Fix {
	e := p.Edit(read.Pos())
	method := atOnce[change.Fun.(*ast.SelectorExpr).Sel.Name]
	sel := read.Fun.(*ast.SelectorExpr)
	e.Replace(read.Pos(), read.End(), p.Source(sel.X)+"."+method+strings.TrimPrefix(p.Source(change), p.Source(change.Fun)))
	e.DeleteLines(stmt)
	return e.Fix("Test and change the entry with "+method, "")
}
