// Package rowserror is the check resourceleak/rows-error: error that ends the rows of a query is
// not asked for.
package rowserror

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed rowserror.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of resourceleak.
var Check = &check.Check{
	Slug:       "rows-error",
	Title:      "error that ends the rows of a query is not asked for",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	for rows.Next() {
//		…
//	}
//	return list, nil // and no rows.Err()
//
// Safe are rows whose error is asked for anywhere, those that are returned, kept or passed to a function
// that may ask, and those that are passed in by a caller.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	var open []inspector.Cursor
	handled := false
	for cur := range in.Root().Preorder((*ast.ForStmt)(nil)) {
		loop := cur.Node().(*ast.ForStmt)
		rows := rowsOf(p, loop)
		if rows == nil || p.Quiet(loop.Pos()) {
			continue
		}
		if at := asked(p, in, cur, rows); at != nil {
			handled = true
			p.Safe(loop.Cond, rows.Name(), verdict.Handled, at.Pos())
			continue
		}
		open = append(open, cur)
	}
	for _, cur := range open {
		report(p, cur, len(open) > fewLoops && !handled)
	}
}

// fewLoops is how many loops of a package may ask for no error by mistake, where none asks.
const fewLoops = 3

func report(p *check.Pass, cur inspector.Cursor, never bool) {
	loop := cur.Node().(*ast.ForStmt)
	rows := rowsOf(p, loop)
	f := check.Finding{
		At: loop.Cond,
		Message: fmt.Sprintf("result may be incomplete without an error: %[1]s.Next also returns false when the connection fails or the context ends, and nothing asks %[1]s.Err",
			rows.Name()),
		Fix: fix(p, cur, rows),
	}
	if never {
		f.Doubts = []check.Doubt{check.Doubting(verdict.NeverAsked, loop.Pos())}
	}
	p.Report(f)
}

// rowsOf returns the local variable whose Next is the condition of a loop, nil if there is none.
func rowsOf(p *check.Pass, loop *ast.ForStmt) *types.Var {
	call, ok := ast.Unparen(loop.Cond).(*ast.CallExpr)
	if !ok || !catalog.RowIterators[callmatch.CalleeName(p.TypesInfo, call)] {
		return nil
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	id, ok := ast.Unparen(sel.X).(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := p.TypesInfo.Uses[id].(*types.Var)
	if v == nil || v.Kind() != types.LocalVar {
		return nil
	}
	return v
}

// asked returns the use of rows by which their error is asked for, or by which other code may ask; nil
// if there is none. What a loop does with one row asks for no error.
func asked(p *check.Pass, in *inspector.Inspector, loop inspector.Cursor, rows *types.Var) ast.Node {
	for _, id := range astindex.Of(p.Pass).Uses[rows] {
		use, ok := astindex.Find(in, id)
		if !ok {
			continue
		}
		switch parent := use.Parent().Node().(type) {
		case *ast.SelectorExpr:
			if parent.Sel.Name == "Err" {
				return parent
			}
		case *ast.CallExpr:
			if kind, i := use.ParentEdge(); kind == edge.CallExpr_Args && mayAsk(p, loop, parent, i) {
				return parent
			}
		case *ast.AssignStmt:
			if kind, _ := use.ParentEdge(); kind == edge.AssignStmt_Rhs {
				return parent
			}
		case *ast.BinaryExpr, *ast.ParenExpr:
		default:
			return use.Node() // returned, kept in a struct, sent
		}
	}
	return nil
}

// mayAsk reports whether a function that gets rows as argument i may ask for their error: its body does,
// or is not known, and it gets all of them, not one row in the loop.
func mayAsk(p *check.Pass, loop inspector.Cursor, call *ast.CallExpr, i int) bool {
	fn := callmatch.Callee(p.TypesInfo, call)
	decl := astindex.Of(p.Pass).Decls[fn]
	inLoop := loop.Node().Pos() <= call.Pos() && call.End() <= loop.Node().End()
	if decl == nil || decl.Body == nil {
		return !inLoop && (fn == nil || !catalog.ClosesByName(fn.Name()))
	}
	found := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		found = found || ok && sel.Sel.Name == "Err"
		return !found
	})
	return found
}
