// Package deferrederrorlost is the check resourceleak/deferred-error-lost: error that a deferred call
// assigns is lost, since the result has no name.
package deferrederrorlost

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed deferrederrorlost.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of resourceleak.
var Check = &check.Check{
	Slug:       "deferred-error-lost",
	Title:      "error that a deferred call assigns is lost, since the result has no name",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	func save(name string) error {
//		f, err := os.Create(name)
//		…
//		defer func() {
//			if cerr := f.Close(); err == nil {
//				err = cerr // the value of err has been returned
//			}
//		}()
//		…
//		return err
//	}
//
// for a variable that the function returns. Silent where a deferred literal reads what was assigned.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.DeferStmt)(nil)) {
		lit, ok := ast.Unparen(cur.Node().(*ast.DeferStmt).Call.Fun).(*ast.FuncLit)
		fn, around := astindex.FuncAround(cur)
		if !ok || !around || p.Quiet(lit.Pos()) {
			continue
		}
		for n := range ast.Preorder(lit.Body) {
			if assign, ok := n.(*ast.AssignStmt); ok && assign.Tok == token.ASSIGN {
				judge(p, fn, lit, assign)
			}
		}
	}
}

// judge reports what an assignment in a deferred literal of fn loses.
func judge(p *check.Pass, fn inspector.Cursor, lit *ast.FuncLit, assign *ast.AssignStmt) {
	for i, lhs := range assign.Lhs {
		id, ok := lhs.(*ast.Ident)
		if !ok {
			continue
		}
		v, ok := p.TypesInfo.Uses[id].(*types.Var)
		if !ok || v.Kind() != types.LocalVar || !callmatch.IsError(v.Type()) || v.Pos() < fn.Node().Pos() || v.Pos() >= lit.Pos() {
			continue
		}
		ret := returned(p, fn, lit, v)
		if ret == nil {
			continue
		}
		if read := readAfter(p, fn, lit, assign, v); read.IsValid() {
			p.Safe(assign, v.Name(), verdict.Handled, read)
			continue
		}
		p.Report(check.Finding{
			At: assign,
			Message: fmt.Sprintf("%s is lost: the return at %s has copied %s, which is no named result, before the deferred call assigns it",
				failed(p, assign, i), p.Where(ret.Pos(), assign.Pos()), v.Name()),
			Trace: []check.Hop{{Pos: ret.Pos(), Message: "returned here"}},
			Fix:   fix(p, fn, v),
		})
	}
}

// returned returns the last return statement of fn after the deferred literal that returns the variable.
func returned(p *check.Pass, fn inspector.Cursor, lit *ast.FuncLit, v *types.Var) (last *ast.ReturnStmt) {
	for c := range fn.Preorder((*ast.ReturnStmt)(nil)) {
		ret := c.Node().(*ast.ReturnStmt)
		if around, ok := astindex.FuncAround(c); !ok || around != fn || ret.Pos() < lit.End() {
			continue
		}
		for _, res := range ret.Results {
			if id, ok := ast.Unparen(res).(*ast.Ident); ok && p.TypesInfo.Uses[id] == types.Object(v) {
				last = ret
			}
		}
	}
	return last
}

// readAfter returns where a function literal reads the variable after the assignment: the literal itself, or
// another one, which may be deferred as well.
func readAfter(p *check.Pass, fn inspector.Cursor, lit *ast.FuncLit, assign *ast.AssignStmt, v *types.Var) token.Pos {
	for _, id := range astindex.Of(p.Pass).Uses[v] {
		use, ok := fn.FindNode(id)
		if !ok {
			continue
		}
		around, _ := astindex.FuncAround(use)
		inside := lit.Pos() <= id.Pos() && id.Pos() < lit.End()
		switch {
		case inside && id.Pos() < assign.End() || !inside && around == fn:
		case assigns(use):
		default:
			return id.Pos()
		}
	}
	return token.NoPos
}

// assigns reports whether a use is the target of an assignment.
func assigns(use inspector.Cursor) bool {
	assign, ok := use.Parent().Node().(*ast.AssignStmt)
	return ok && assign.TokPos > use.Node().Pos()
}

// failed names what the i-th value of an assignment is the error of.
func failed(p *check.Pass, assign *ast.AssignStmt, i int) string {
	value := assign.Rhs[min(i, len(assign.Rhs)-1)]
	if call, ok := ast.Unparen(value).(*ast.CallExpr); ok {
		return "the error of " + p.Source(call.Fun)
	}
	return p.Source(value)
}
