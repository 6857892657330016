package closeerrordropped

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// success reports what a function writes to, a file or a writer around one, where the function drops the error of
// the close that writes out the rest, or says that a write has failed, and reports success:
//
//	f, err := os.Create(path)
//	…
//	defer f.Close()
//	_, err = io.Copy(f, r)
//	return err
//
// Silent where the function has the error of another Close of it, or of a Sync, returns none itself, and on the
// paths of failures.
func success(p *check.Pass, d dropped) {
	file := callmatch.IsType(callmatch.Deref(d.v.Type()), "os.File")
	if !callmatch.CanFail(astindex.Signature(p.TypesInfo, d.fn.Node())) || !file && !aroundFile(p, d.fn, d.v) || file && !fills(p, d.fn, d.v) || failing(p, d) {
		return
	}
	if around, end := wrapped(p, d.fn, d.v); file && end == "Close" { // what reads the format asks for its end
		p.Safe(d.call, d.v.Name(), verdict.Handled, around.Pos())
		return
	}
	for c := range d.fn.Preorder((*ast.CallExpr)(nil)) {
		other := c.Node().(*ast.CallExpr)
		if other == d.call || afterFailure(p, c, d.fn) || !d.later && (dropping(c) != nil || isDeferred(c)) {
			continue
		}
		if closed(p, other) == d.v || syncsIt(p, other, d.v) {
			p.Safe(d.call, d.v.Name(), verdict.Handled, other.Pos())
			return
		}
	}
	f := check.Finding{
		At:      d.call,
		Message: fmt.Sprintf("a file that lacks its end is reported as success: %s writes the rest of the data, and its error is dropped", p.Name(d.call.Fun)),
		Trace:   []check.Hop{{Pos: d.v.Pos(), Message: "the writer is made here"}},
		Fix:     fixSuccess(p, d),
	}
	if file {
		f.Message = fmt.Sprintf("a file that lacks its end may be reported as success: %s may be the first call that fails, and its error is dropped", p.Name(d.call.Fun))
		f.Trace[0].Message = "the file is opened here"
		f.Doubts = cheap(p, d)
	}
	if assign, blank := d.cur.Parent().Node().(*ast.AssignStmt); blank {
		f.Doubts = append(f.Doubts, check.Doubting(verdict.BlankError, assign.Pos()))
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
