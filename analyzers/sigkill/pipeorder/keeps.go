package pipeorder

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// keepsOutput reports whether a goroutine that reads a pipe does more with what it reads than to log or
// print it: it copies it, collects it in what it captures, decodes or sends it.
func keepsOutput(p *check.Pass, reads []inspector.Cursor) bool {
	return slices.ContainsFunc(reads, func(read inspector.Cursor) bool {
		for c := range read.Enclosing((*ast.GoStmt)(nil)) {
			return keepsIn(p, c.Node().(*ast.GoStmt))
		}
		return false
	})
}

func keepsIn(p *check.Pass, start *ast.GoStmt) (found bool) {
	ast.Inspect(start, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			found = found || keepsCall(p, n)
		case *ast.AssignStmt:
			found = found || n.Tok != token.DEFINE && slices.ContainsFunc(n.Lhs, func(lhs ast.Expr) bool { return captured(p, start, lhs) })
		}
		return !found
	})
	return found
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
func captured(p *check.Pass, start *ast.GoStmt, lhs ast.Expr) bool {
	id, ok := ast.Unparen(lhs).(*ast.Ident)
	if !ok || callmatch.IsError(p.TypesInfo.TypeOf(lhs)) {
		return false
	}
	v, ok := p.TypesInfo.Uses[id].(*types.Var)
	return ok && (v.Pos() < start.Pos() || v.Pos() > start.End())
}
