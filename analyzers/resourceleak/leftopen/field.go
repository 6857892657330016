package leftopen

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// inFields reports what a method opens and puts into a field of its receiver, and what the caller of that closes
// on one path and leaves open on the return of another error:
//
//	if err := a.Load(); err != nil {
//		return err
//	}
//	data, err := io.ReadAll(a.File)
//	if err != nil {
//		return err // a.File stays open
//	}
//	a.File.Close()
//
// Silent where a deferred call closes it, and where the value that has the field was not made for the function:
// it is a receiver or parameter.
func (f *finder) inFields() {
	seen := make(map[*ast.CallExpr]bool)
	for cur, to := range calls.All(f.p.Pass) {
		sel, ok := ast.Unparen(to.Expr.Fun).(*ast.SelectorExpr)
		fn, around := astindex.FuncAround(cur)
		if !ok || !around || !catalog.ClosesByName(sel.Sel.Name) || f.p.Quiet(to.Expr.Pos()) {
			continue
		}
		field, ok := ast.Unparen(sel.X).(*ast.SelectorExpr)
		if !ok || callmatch.Field(f.p.TypesInfo, field) == nil || closerOf(types.NewSlice(f.p.TypesInfo.TypeOf(field))) == "" {
			continue
		}
		if opening := f.opensField(fn, field, to.Expr.Pos()); opening != nil && !seen[opening] {
			seen[opening] = true
			f.leavesField(cur, fn, field, opening)
		}
	}
}

// opensField returns the last call of a method, before a position, that opens what a field of its receiver has.
func (f *finder) opensField(fn inspector.Cursor, field *ast.SelectorExpr, before token.Pos) (last *ast.CallExpr) {
	owner, ok := callmatch.Root(f.p.TypesInfo, field.X).(*types.Var)
	if !ok || owner.Kind() == types.ParamVar || owner.Kind() == types.RecvVar || owner.Pos() < fn.Node().Pos() {
		return nil
	}
	for c := range fn.Preorder((*ast.CallExpr)(nil)) {
		if call := c.Node().(*ast.CallExpr); call.Pos() < before && setsField(f.p.TypesInfo, call, field) {
			last = call
		}
	}
	return last
}

// setsField reports whether a call is one of a method that opens something, by its name and since it can fail,
// of what has a field.
func setsField(info *types.Info, call *ast.CallExpr, field *ast.SelectorExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	fn := callmatch.Callee(info, call)
	return ok && fn != nil && fn.Signature().Recv() != nil && callmatch.CanFail(fn.Signature()) && catalog.SetsOpened[catalog.Words(fn.Name())[0]] &&
		callmatch.SameValue(info, sel.X, field.X)
}

// leavesField reports the first return of an error that control reaches from where the field is opened, past
// nothing that closes it, or has it or its value otherwise than as an argument.
func (f *finder) leavesField(cur, fn inspector.Cursor, field *ast.SelectorExpr, opening *ast.CallExpr) {
	info := f.p.TypesInfo
	c := &collection{p: f.p, cur: cur, fn: fn.Node(), graph: graphOf(f.p, fn.Node())}
	for d := range fn.Preorder((*ast.DeferStmt)(nil), (*ast.FuncLit)(nil)) {
		if mentions(info, d.Node(), field) && d != fn {
			return
		}
	}
	for _, ret := range c.failingPast(opening.Pos(), func(n ast.Node) bool { return n.End() > opening.End() && handlesField(info, n, field) }) {
		if ownFailure(fn.Node(), opening, ret, info) {
			continue
		}
		name := f.p.Source(field)
		e := f.p.Edit(ret.Pos())
		e.Before(ret, name+"."+site.Closer(info.TypeOf(field))+"()")
		f.p.Report(check.Finding{
			At:      ret,
			Message: fmt.Sprintf("%s, opened by %s (line %d), stays open on this return: %s", name, f.p.Source(opening.Fun), f.p.Line(opening.Pos()), cost(info.TypeOf(field))),
			Trace:   []check.Hop{{Pos: opening.Pos(), Message: "opened here"}, {Pos: cur.Node().Pos(), Message: "closed here, on another path"}},
			Doubts:  (&site.Case{Site: &site.Site{Cur: cur}}).Rank(f.p),
			Fix:     e.Fix("Close "+name+" before the return", ""),
		})
		return
	}
}
