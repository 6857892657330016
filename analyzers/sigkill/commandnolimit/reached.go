package commandnolimit

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/moment"
)

// reached returns when a command runs. A goroutine that a handler or worker starts for it is a part of its work, and
// so is a literal in a variable; a function answers requests as well that gets the response in a struct of the program's own.
func reached(p *check.Pass, times *moment.Moments, cur inspector.Cursor) moment.Moment {
	at := cur
	for up := range cur.Enclosing((*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		if answers(astindex.Signature(p.TypesInfo, up.Node())) {
			return moment.Running
		}
		switch parent := up.Parent().Node().(type) {
		case *ast.CallExpr:
			if _, started := up.Parent().Parent().Node().(*ast.GoStmt); started && parent.Fun == up.Node() {
				at = up.Parent().Parent()
			}
		case *ast.AssignStmt: // a function of the function's own
			if parent.Tok == token.DEFINE {
				at = up.Parent()
			}
		case *ast.ValueSpec:
			at = up.Parent()
		}
	}
	return times.OfNode(at.Node())
}

// answers reports whether a function is passed a struct with the response to a request.
func answers(sig *types.Signature) bool {
	for param := range sig.Params().Variables() {
		st, ok := callmatch.Deref(param.Type()).Underlying().(*types.Struct)
		if !ok {
			continue
		}
		for field := range st.Fields() {
			if callmatch.TypeName(field.Type()) == "net/http.ResponseWriter" {
				return true
			}
		}
	}
	return false
}

// fed returns where the function sets the input of a command to a stream, such as the body of a request: the command
// ends when that does.
func fed(p *check.Pass, cur inspector.Cursor) (found ast.Node) {
	ast.Inspect(astindex.DeclAround(cur), func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || len(assign.Lhs) != len(assign.Rhs) {
			return true
		}
		for i, lhs := range assign.Lhs {
			sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr)
			if ok && sel.Sel.Name == "Stdin" && callmatch.IsType(p.TypesInfo.TypeOf(sel.X), "os/exec.Cmd") && types.IsInterface(p.TypesInfo.TypeOf(assign.Rhs[i])) {
				found = assign
			}
		}
		return true
	})
	return found
}
