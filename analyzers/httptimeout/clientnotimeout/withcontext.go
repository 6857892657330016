package clientnotimeout

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixWithContext makes the request of http.Get or http.Head with the context that the function is given,
// where the statement after it returns for an error: that is done for the request as well.
//
//	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
//	if err != nil {
//		return err
//	}
//	resp, err := lifecycle.DefaultClient.Do(req)
func fixWithContext(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr, sel *ast.SelectorExpr) *edit.Fix {
	method := map[string]string{"net/http.Get": "MethodGet", "net/http.Head": "MethodHead"}[callmatch.CalleeName(p.TypesInfo, call)]
	ctx := contextInScope(p, cur)
	assign, test := testedAfter(p, cur)
	if method == "" || ctx == "" || test == nil {
		return nil
	}
	if _, taken := p.Pkg.Scope().Innermost(assign.Pos()).LookupParent("req", token.NoPos); taken != nil {
		return nil
	}
	e, http := p.Edit(call.Pos()), p.Source(sel.X)
	limit := limitOf(p, cur.Inspector(), call).configured(e, call)
	client := "(&" + http + ".Client{Timeout: " + limit.expr(e, call) + "})"
	if !p.Plain() && limit == usual {
		client = e.Import(call.Pos(), p.Lifecycle(), "lifecycle") + ".DefaultClient"
	}
	err := p.Source(assign.Lhs[1])
	lines := []string{"req, " + err + " := " + http + ".NewRequestWithContext(" + ctx + ", " + http + "." + method + ", " + p.Source(call.Args[0]) + ", nil)"}
	for line := range strings.SplitSeq(e.Text(test.Pos(), test.End()), "\n") {
		lines = append(lines, strings.TrimPrefix(line, e.Indent(test.Pos())))
	}
	e.Failed(assign)
	e.Before(assign, lines...)
	e.Replace(call.Pos(), call.End(), client+".Do(req)")
	return e.Fix("Send it with "+ctx+" through a client with a Timeout of "+limit.text, limit.changes()+", and one whose caller's context is canceled")
}

// contextInScope returns the context that the function around cur is given, "" if there is none.
func contextInScope(p *check.Pass, cur inspector.Cursor) string {
	fn, ok := astindex.FuncAround(cur)
	if !ok {
		return ""
	}
	given := ctxscope.Given(p.Pass, fn.Node(), cur.Node().Pos())
	i := slices.IndexFunc(given, func(s ctxscope.Source) bool { return s.Kind == "param" })
	if i < 0 {
		return ""
	}
	return given[i].Expr
}

// testedAfter returns the definition whose value the call at cur is, and the statement after it that
// returns where its error is one; nil where they are not that.
func testedAfter(p *check.Pass, cur inspector.Cursor) (*ast.AssignStmt, *ast.IfStmt) {
	assign, ok := cur.Parent().Node().(*ast.AssignStmt)
	if !ok || assign.Tok != token.DEFINE || len(assign.Lhs) != 2 {
		return nil, nil
	}
	next, ok := cur.Parent().NextSibling()
	if !ok {
		return nil, nil
	}
	test, ok := next.Node().(*ast.IfStmt)
	if !ok || test.Init != nil || test.Else != nil || len(test.Body.List) == 0 {
		return nil, nil
	}
	tested := callmatch.TestedError(p.TypesInfo, test.Cond)
	if _, returns := test.Body.List[len(test.Body.List)-1].(*ast.ReturnStmt); !returns || tested == nil || !callmatch.SameValue(p.TypesInfo, tested, assign.Lhs[1]) {
		return nil, nil
	}
	resp := callmatch.Object(p.TypesInfo, assign.Lhs[0])
	for n := range ast.Preorder(test) {
		if id, ok := n.(*ast.Ident); ok && resp != nil && p.TypesInfo.Uses[id] == resp {
			return nil, nil
		}
	}
	return assign, test
}
