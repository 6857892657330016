package rowserror

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

const failsToo = "a query whose rows end with an error now fails"

// fix returns the error of rows, or does with it what is done with that of a row.
func fix(p *check.Pass, r *reading) *edit.Fix {
	if f := fixError(p, r); f != nil {
		return f
	}
	return fixAsRow(p, r)
}

// fixError returns the error of rows: in the place of nil, or with the other results that are returned for an
// error.
func fixError(p *check.Pass, r *reading) *edit.Fix {
	fn, ok := astindex.FuncAround(r.stmt)
	if !ok || !callmatch.CanFail(astindex.Signature(p.TypesInfo, fn.Node())) {
		return nil
	}
	if ret, ok := r.stmt.Node().(*ast.ReturnStmt); ok {
		return fixReturn(p, r, ret)
	}
	err := edit.Wrapped(p.Pass, r.stmt, "err", "reading "+r.rows.Name())
	list := astindex.Stmts(r.stmt.Parent().Node())
	i := slices.Index(list, r.stmt.Node().(ast.Stmt))
	if i < 0 {
		return nil
	}
	before, after := r.withoutRow()
	others, ok := othersOf(p, r.stmt, astindex.Signature(p.TypesInfo, fn.Node()))
	if i+1 < len(list) && after && (err == "err" || !ok) {
		if ret, ok := list[i+1].(*ast.ReturnStmt); ok {
			if f := fixReturn(p, r, ret); f != nil {
				return f
			}
		}
	}
	if !ok {
		return nil
	}
	test := []string{"if err := " + r.rows.Name() + ".Err(); err != nil {", "\treturn " + others + err, "}"}
	e := p.Edit(r.at.Pos())
	switch {
	case before != nil:
		e.Before(before, test...)
		return e.Fix("Return "+r.rows.Name()+".Err() where there is no row", failsToo)
	case after && r.loop:
		e.After(list[i], test...)
		return e.Fix("Return "+r.rows.Name()+".Err() after the loop", failsToo)
	case after:
		e.After(list[i], test...)
		return e.Fix("Return "+r.rows.Name()+".Err() where there is no row", failsToo)
	}
	return nil
}

// withoutRow returns the first statement that runs where there is no row; after says that it is the one
// after the statement.
func (r *reading) withoutRow() (before ast.Stmt, after bool) {
	test, ok := r.stmt.Node().(*ast.IfStmt)
	if !ok {
		return nil, true
	}
	var branch *ast.BlockStmt
	switch cond := ast.Unparen(test.Cond).(type) {
	case *ast.CallExpr:
		if test.Else == nil {
			return nil, cond == r.at
		}
		branch, _ = test.Else.(*ast.BlockStmt)
	case *ast.UnaryExpr:
		if ast.Unparen(cond.X) == r.at {
			branch = test.Body
		}
	}
	if branch == nil || len(branch.List) == 0 {
		return nil, false
	}
	return branch.List[0], false
}

// fixReturn returns the error of rows in the place of nil.
func fixReturn(p *check.Pass, r *reading, ret *ast.ReturnStmt) *edit.Fix {
	if len(ret.Results) == 0 {
		return nil
	}
	last := ret.Results[len(ret.Results)-1]
	if !p.TypesInfo.Types[last].IsNil() {
		return nil
	}
	e := p.Edit(r.at.Pos())
	e.Replace(last.Pos(), last.End(), r.rows.Name()+".Err()")
	return e.Fix("Return "+r.rows.Name()+".Err()", failsToo)
}

// othersOf returns the results before the error that a return in the loop has, with a comma after each; zero
// ones where there is no loop.
func othersOf(p *check.Pass, loop inspector.Cursor, sig *types.Signature) (text string, ok bool) {
	if sig.Results().Len() == 1 {
		return "", true
	}
	for c := range loop.Preorder((*ast.ReturnStmt)(nil)) {
		ret := c.Node().(*ast.ReturnStmt)
		in, found := astindex.FuncAround(c)
		around, _ := astindex.FuncAround(loop)
		if !found || in != around || len(ret.Results) != sig.Results().Len() || p.TypesInfo.Types[ret.Results[len(ret.Results)-1]].IsNil() {
			continue
		}
		for _, r := range ret.Results[:len(ret.Results)-1] {
			if tv := p.TypesInfo.Types[r]; tv.Value == nil && !tv.IsNil() {
				return "", false
			}
			text += p.Source(r) + ", "
		}
		return text, true
	}
	if _, ok := loop.Node().(*ast.ForStmt); ok {
		return "", false
	}
	zeros, ok := edit.ZeroResults(p.Pass, loop)
	return strings.Join(zeros, ", ") + ", ", ok
}
