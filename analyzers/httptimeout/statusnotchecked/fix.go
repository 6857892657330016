package statusnotchecked

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix returns an error for other statuses than those of success, after the call that closes the body is deferred:
//
//	defer resp.Body.Close()
//	if resp.StatusCode < 200 || resp.StatusCode > 299 {
//		return fmt.Errorf("unexpected status %s", resp.Status)
//	}
//
// There is none where the body is not closed there, or the function returns no error.
func fix(p *check.Pass, cur inspector.Cursor, call *ssa.Call) *edit.Fix {
	stmt, ok := astindex.Statement(cur)
	if !ok {
		return nil
	}
	assign, ok := stmt.Node().(*ast.AssignStmt)
	values, returns := edit.ZeroResults(p.Pass, cur)
	if !ok || !returns || len(assign.Lhs) != 2 {
		return nil
	}
	resp := p.Source(assign.Lhs[0])
	test, tested := stmt.NextSibling()
	if !tested || !isTest(p, test.Node()) {
		return nil
	}
	closing, ok := test.NextSibling()
	if !ok || !closes(p, closing.Node(), resp) {
		return nil
	}
	e := p.Edit(closing.Node().Pos())
	err := e.Import(closing.Node().Pos(), "fmt", "fmt") + `.Errorf("unexpected status %s", ` + resp + ".Status)"
	e.After(closing.Node(), "if "+resp+".StatusCode < 200 || "+resp+".StatusCode > 299 {", "\treturn "+strings.Join(append(values, err), ", "), "}")
	return e.Fix("Return an error for other statuses", "a response with another status than 2xx is an error")
}

func isTest(p *check.Pass, n ast.Node) bool {
	test, ok := n.(*ast.IfStmt)
	return ok && callmatch.TestedError(p.TypesInfo, test.Cond) != nil
}

// closes reports whether a statement defers a call that closes the body of a response.
func closes(p *check.Pass, n ast.Node, resp string) bool {
	later, ok := n.(*ast.DeferStmt)
	return ok && strings.Contains(p.Source(later.Call), resp+".Body.Close()")
}
