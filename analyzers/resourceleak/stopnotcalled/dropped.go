package stopnotcalled

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// runDropped reports
//
//	ctx, _ = r.limited(ctx)
//
// where a function, of the package or of package context, derives a context, and returns the function
// that cancels it, which its caller drops.
func runDropped(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.AssignStmt)(nil)) {
		assign := cur.Node().(*ast.AssignStmt)
		if len(assign.Rhs) != 1 || p.Quiet(assign.Pos()) {
			continue
		}
		call, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
		if !ok {
			continue
		}
		i := droppedCancel(p, assign, call)
		if i < 0 || !derives(p, callmatch.Callee(p.TypesInfo, call)) {
			continue
		}
		if parent := parentEnds(p, cur, call); parent != nil {
			p.Safe(assign.Lhs[i], "_", verdict.Ended, parent.Pos())
			continue
		}
		reportDropped(p, cur, call, i)
	}
}

// droppedCancel returns the number of the result of a call that cancels a context, and that the
// statement assigns to the blank identifier, -1 if there is none.
func droppedCancel(p *check.Pass, assign *ast.AssignStmt, call *ast.CallExpr) int {
	results, ok := p.TypesInfo.TypeOf(call).(*types.Tuple)
	if !ok || results.Len() != len(assign.Lhs) {
		return -1
	}
	for i, lhs := range assign.Lhs {
		id, ok := lhs.(*ast.Ident)
		if !ok || id.Name != "_" {
			continue
		}
		switch callmatch.TypeName(results.At(i).Type()) {
		case "context.CancelFunc", "context.CancelCauseFunc":
			return i
		}
	}
	return -1
}

// derives reports whether a function of the package derives a context that has to be canceled.
func derives(p *check.Pass, fn *types.Func) bool {
	if fn == nil {
		return false
	}
	if catalog.ContextEnds[callmatch.Name(fn)] != "" {
		return true
	}
	decl := astindex.Of(p.Pass).Decls[fn.Origin()]
	found := false
	if decl != nil && decl.Body != nil {
		ast.Inspect(decl.Body, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			found = found || ok && catalog.ContextEnds[callmatch.CalleeName(p.TypesInfo, call)] != ""
			return !found
		})
	}
	return found
}

func reportDropped(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr, i int) {
	assign := cur.Node().(*ast.AssignStmt)
	message := "context that %s derives is not canceled when its work is done: the function that cancels it is dropped"
	if catalog.ContextEnds[callmatch.CalleeName(p.TypesInfo, call)] == "signal" {
		message = "second signal has no effect during a long shutdown: the function that %s returns, which ends the notification, is dropped"
	}
	p.Report(check.Finding{
		At:      assign.Lhs[i],
		Message: fmt.Sprintf(message, p.Source(call.Fun)),
		Doubts:  derivedDoubts(p, cur, call),
		Fix:     fixDropped(p, cur, i),
	})
}

// fixDropped cancels the context at the end of the function. There is none in an inner block, where the
// context may be needed after it, and where the name is taken.
func fixDropped(p *check.Pass, cur inspector.Cursor, i int) *edit.Fix {
	assign := cur.Node().(*ast.AssignStmt)
	fn, ok := astindex.FuncAround(cur)
	if !ok || cur.Parent().Parent() != fn {
		return nil
	}
	scope := p.Pkg.Scope().Innermost(assign.Pos())
	if _, taken := scope.LookupParent("cancel", token.NoPos); taken != nil {
		return nil
	}
	for _, lhs := range assign.Lhs { // := has to reuse the variables that = sets
		id, ok := lhs.(*ast.Ident)
		if !ok || id.Name != "_" && assign.Tok == token.ASSIGN && p.TypesInfo.Uses[id].Parent() != scope {
			return nil
		}
	}
	e := p.Edit(assign.Pos())
	e.Replace(assign.Lhs[i].Pos(), assign.Lhs[i].End(), "cancel")
	if assign.Tok == token.ASSIGN {
		e.Replace(assign.TokPos, assign.TokPos+1, ":=")
	}
	e.After(assign, "defer cancel()")
	return e.Fix("Defer cancel()", "")
}
