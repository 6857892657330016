package pipeorder

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// keepsOutput reports whether a goroutine that reads a pipe does more with what it reads than to log or
// print it: it copies it, collects it in what it captures, decodes or sends it, or passes it to a function
// that it has been given.
func keepsOutput(p *check.Pass, reads []inspector.Cursor) bool {
	return slices.ContainsFunc(reads, func(read inspector.Cursor) bool {
		param := astindex.ParamOf(p.Pass, read)
		if start := goAround(read); start != nil && keepsIn(p, start, start) {
			return true
		}
		if param == nil {
			return false
		}
		decl := astindex.Of(p.Pass).Decls[callmatch.Callee(p.TypesInfo, read.Parent().Node().(*ast.CallExpr)).Origin()]
		return keepsIn(p, decl, decl.Body)
	})
}

// keepsIn reports whether a body keeps what it reads; what around declares is not kept by an assignment.
func keepsIn(p *check.Pass, around, body ast.Node) (found bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			found = found || keepsCall(p, n) || handsOn(p, n)
		case *ast.AssignStmt:
			found = found || n.Tok != token.DEFINE && slices.ContainsFunc(n.Lhs, func(lhs ast.Expr) bool { return captured(p, around, lhs) })
		}
		return !found
	})
	return found
}

// handsOn reports whether a call passes a value to a function in a parameter, that is not called for a log.
func handsOn(p *check.Pass, call *ast.CallExpr) bool {
	v, ok := callmatch.Object(p.TypesInfo, call.Fun).(*types.Var)
	if !ok || v.Kind() != types.ParamVar || len(call.Args) == 0 || callmatch.IsError(p.TypesInfo.TypeOf(call.Args[0])) {
		return false
	}
	words := catalog.Words(v.Name())
	return !slices.ContainsFunc(words, func(word string) bool { return strings.HasPrefix(word, "log") || word == "print" || word == "printf" })
}

// keepsCall reports whether a call takes over what is read, other than to the output of the program.
func keepsCall(p *check.Pass, call *ast.CallExpr) bool {
	name := callmatch.CalleeName(p.TypesInfo, call)
	if name == "io.ReadAll" || name == "io/ioutil.ReadAll" || strings.HasSuffix(name, ".ReadFrom") || strings.HasSuffix(name, ".Decode") {
		return true
	}
	if len(call.Args) < 2 || !catalog.Copies[name] {
		return false
	}
	return !catalog.ProcessOutputs[selected(p, call.Args[0])] && !callmatch.IsType(p.TypesInfo.TypeOf(call.Args[0]), "io.PipeWriter")
}

// selected returns the name of the package's variable that an expression is.
func selected(p *check.Pass, expr ast.Expr) string {
	sel, ok := ast.Unparen(expr).(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	v, ok := p.TypesInfo.Uses[sel.Sel].(*types.Var)
	if !ok || v.Pkg() == nil || v.IsField() {
		return ""
	}
	return v.Pkg().Path() + "." + v.Name()
}

// captured reports whether a goroutine assigns a list, text or number of the function around it.
func captured(p *check.Pass, start ast.Node, lhs ast.Expr) bool {
	id, ok := ast.Unparen(lhs).(*ast.Ident)
	if !ok || callmatch.IsError(p.TypesInfo.TypeOf(lhs)) {
		return false
	}
	v, ok := p.TypesInfo.Uses[id].(*types.Var)
	return ok && (v.Pos() < start.Pos() || v.Pos() > start.End())
}
