package closeerrordropped

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// success reports a writer around a file that the function writes, which writes the rest of its data when it is
// closed, where the function drops the error of that and reports success:
//
//	w := zip.NewWriter(f)
//	defer w.Close() // writes the directory of the archive
//	…
//	return nil
//
// Silent where the function has the error of another Close of it, returns none itself, and on the paths of
// failures.
func success(p *check.Pass, cur, fn inspector.Cursor, call *ast.CallExpr, v *types.Var) {
	if callmatch.IsType(callmatch.Deref(v.Type()), "os.File") || !callmatch.CanFail(astindex.Signature(p.TypesInfo, fn.Node())) || !aroundFile(p, fn, v) || afterFailure(p, cur, fn) {
		return
	}
	stmt := cur.Parent().Node().(ast.Stmt)
	_, later := stmt.(*ast.DeferStmt)
	for c := range fn.Preorder((*ast.CallExpr)(nil)) {
		if other := c.Node().(*ast.CallExpr); other != call && closed(p, other) == v && !afterFailure(p, c, fn) && (later || dropping(c) == nil && !isDeferred(c)) {
			return
		}
	}
	f := check.Finding{
		At:      call,
		Message: fmt.Sprintf("a file that lacks its end is reported as success: %s writes the rest of the data, and its error is dropped", p.Name(call.Fun)),
		Trace:   []check.Hop{{Pos: v.Pos(), Message: "the writer is made here"}},
		Fix:     fixSuccess(p, fn, cur, call, v),
	}
	if _, blank := stmt.(*ast.AssignStmt); blank {
		f.Doubts = append(f.Doubts, check.Doubting(verdict.BlankError, stmt.Pos()))
	}
	p.Report(f)
}

// aroundFile reports whether a writer is made around a file that the function opens for writing.
func aroundFile(p *check.Pass, fn inspector.Cursor, v *types.Var) bool {
	for file := range names(p, fn, v) {
		if file != v && callmatch.IsType(callmatch.Deref(file.Type()), "os.File") && written(p, fn, file) {
			return true
		}
	}
	return false
}

func isDeferred(cur inspector.Cursor) bool {
	_, ok := cur.Parent().Node().(*ast.DeferStmt)
	return ok
}

// afterFailure reports whether a call is in a branch of its function that an error leads to.
func afterFailure(p *check.Pass, cur, fn inspector.Cursor) bool {
	for c := range cur.Enclosing((*ast.IfStmt)(nil), (*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		if c == fn {
			break
		}
		test, ok := c.Node().(*ast.IfStmt)
		if ok && test.Body.Pos() <= cur.Node().Pos() && callmatch.TestedError(p.TypesInfo, test.Cond) != nil {
			return true
		}
	}
	return false
}

// fixSuccess returns the error: of the call itself, or, where that is deferred, of one in place of the nil that
// the function returns at its end.
func fixSuccess(p *check.Pass, fn, cur inspector.Cursor, call *ast.CallExpr, v *types.Var) *edit.Fix {
	const changes = "a failed close is an error of the function"
	e := p.Edit(call.Pos())
	if stmt := dropping(cur); stmt != nil {
		values, ok := edit.ZeroResults(p.Pass, cur.Parent())
		if !ok {
			return nil
		}
		indent := e.Indent(stmt.Pos())
		e.Replace(stmt.Pos(), stmt.End(), "if err := "+p.Source(call)+"; err != nil {\n"+indent+"\treturn "+strings.Join(append(values, "err"), ", ")+"\n"+indent+"}")
		return e.Fix("Return the error of "+p.Source(call.Fun), changes)
	}
	body := astindex.FuncBody(fn.Node())
	ret, ok := body.List[len(body.List)-1].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 || !p.TypesInfo.Types[ret.Results[0]].IsNil() {
		return nil
	}
	if _, seen := p.Pkg.Scope().Innermost(ret.Pos()).LookupParent(v.Name(), ret.Pos()); seen != types.Object(v) {
		return nil // it is one of an inner block
	}
	e.Replace(ret.Results[0].Pos(), ret.Results[0].End(), v.Name()+".Close()")
	return e.Fix("Return the error of "+p.Source(call.Fun), changes)
}
