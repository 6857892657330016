package rowserror

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

const failsToo = "a query whose rows end with an error now fails"

// fix returns the error of rows after the loop: in the place of nil, or with the other results that the
// loop returns for an error.
func fix(p *check.Pass, loop inspector.Cursor, rows *types.Var) *edit.Fix {
	fn, ok := astindex.FuncAround(loop)
	if !ok {
		return nil
	}
	sig := astindex.Signature(p.TypesInfo, fn.Node())
	list := astindex.Stmts(loop.Parent().Node())
	i := slices.Index(list, ast.Stmt(loop.Node().(*ast.ForStmt)))
	if !callmatch.CanFail(sig) || i < 0 {
		return nil
	}
	e := p.Edit(loop.Node().Pos())
	if i+1 < len(list) {
		if ret, ok := list[i+1].(*ast.ReturnStmt); ok && len(ret.Results) == sig.Results().Len() && p.TypesInfo.Types[ret.Results[len(ret.Results)-1]].IsNil() {
			last := ret.Results[len(ret.Results)-1]
			e.Replace(last.Pos(), last.End(), rows.Name()+".Err()")
			return e.Fix("Return "+rows.Name()+".Err()", failsToo)
		}
	}
	others, ok := othersOf(p, loop, sig)
	if !ok {
		return nil
	}
	e.After(list[i], "if err := "+rows.Name()+".Err(); err != nil {", "\treturn "+others+"err", "}")
	return e.Fix("Return "+rows.Name()+".Err() after the loop", failsToo)
}

// othersOf returns the results before the error that a return in the loop has, with a comma after each.
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
	return "", false
}
