package nackmissing

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// reportNever reports a message that has to be acknowledged, and that nothing settles on
// any path.
func reportNever(p *check.Pass, w *walk) {
	source := w.source()
	if source == nil || w.settles(w.around) {
		return
	}
	name := callmatch.CalleeName(p.TypesInfo, source)
	message := fmt.Sprintf("the broker stops delivering to this consumer: %s is never acknowledged or nacked, and %s requires it",
		w.v.Name(), p.Name(source.Fun))
	if w.how.Covers {
		message = fmt.Sprintf("the next consumer of the group reads every message again: %s is never committed, and %s leaves that to the consumer", w.v.Name(), p.Name(source.Fun))
	}
	p.Report(check.Finding{
		At:      check.Span(w.v.Pos(), w.v.Pos()+token.Pos(len(w.v.Name()))),
		Message: message,
		Trace:   []check.Hop{{Pos: source.Pos(), Message: "required here"}},
		Fix:     fixNever(p, w, catalog.Owed[name].Accept),
	})
}

// source returns the call that the message comes from, if the broker waits to hear what
// became of it, nil if that is not seen.
func (w *walk) source() *ast.CallExpr {
	expr := ast.Unparen(w.from)
	if lit, ok := w.cur.Node().(*ast.FuncLit); ok && w.from == nil {
		expr, _ = w.cur.Parent().Node().(*ast.CallExpr)
		if call, ok := expr.(*ast.CallExpr); ok && call != nil && call.Fun == ast.Expr(lit) {
			return nil
		}
	}
	if recv, ok := expr.(*ast.UnaryExpr); ok && recv.Op == token.ARROW {
		expr = ast.Unparen(recv.X)
	}
	if id, ok := expr.(*ast.Ident); ok {
		v, _ := w.p.TypesInfo.Uses[id].(*types.Var)
		for fn := range w.cur.Enclosing((*ast.FuncDecl)(nil)) {
			if v != nil {
				expr = ast.Unparen(localvar.Value(w.p.TypesInfo, fn.Node(), v))
			}
		}
	}
	call, ok := expr.(*ast.CallExpr)
	if !ok || call == nil {
		return nil
	}
	row, ok := catalog.Owed[callmatch.CalleeName(w.p.TypesInfo, call)]
	if !ok || row.AutoAck >= len(call.Args) {
		return nil
	}
	if row.AutoAck >= 0 {
		value := w.p.TypesInfo.Types[call.Args[row.AutoAck]].Value
		if value == nil || constant.BoolVal(value) {
			return nil
		}
	}
	return call
}

// fixNever acknowledges the message at the end, and nacks it where an error is handled.
// There is no fix if something else leaves, or if no error distinguishes the two.
//
//	if err := handle(d.Body); err != nil {
//		log.Print(err)
//	}
func fixNever(p *check.Pass, w *walk, accept string) *edit.Fix {
	if accept == "" || w.how.Can != "" || len(w.list) == 0 {
		return nil
	}
	ack, nack := w.v.Name()+"."+accept, w.v.Name()+"."+w.how.Reject
	if w.how.Error {
		ack, nack = "_ = "+ack, "_ = "+nack
	}
	e := p.Edit(w.list[0].Pos())
	leaves, last := 0, w.list[len(w.list)-1]
	handled := false
	for _, stmt := range w.list {
		test, ok := stmt.(*ast.IfStmt)
		if !ok || test.Else != nil || len(test.Body.List) == 0 || callmatch.TestedError(p.TypesInfo, test.Cond) == nil {
			continue
		}
		switch end := test.Body.List[len(test.Body.List)-1]; {
		case jumps(end):
			e.Before(end, nack)
			leaves, handled = leaves+1, true
		case stmt == last:
			e.After(end, nack)
			indent := e.Indent(test.Pos())
			e.Insert(test.End(), strings.Join([]string{" else {", "\t" + ack, "}"}, "\n"+indent))
			return w.given(e, leaves)
		}
	}
	if !handled || jumps(last) {
		return nil
	}
	e.After(last, ack)
	return w.given(e, leaves)
}

// given returns the fix, unless more statements leave than those it has seen.
func (w *walk) given(e *edit.Builder, seen int) *edit.Fix {
	for _, stmt := range w.list {
		ast.Inspect(stmt, func(n ast.Node) bool {
			if _, ok := n.(*ast.FuncLit); ok {
				return false
			}
			if stmt, ok := n.(ast.Stmt); ok && jumps(stmt) {
				seen--
			}
			return true
		})
	}
	if seen < 0 {
		return nil
	}
	return e.Fix("Acknowledge "+w.v.Name()+", and nack it when it cannot be handled",
		"the broker delivers what failed again, to this consumer or another; set a limit or a dead-letter queue at the broker")
}

func jumps(stmt ast.Stmt) bool {
	switch stmt.(type) {
	case *ast.BranchStmt, *ast.ReturnStmt:
		return true
	}
	return false
}
