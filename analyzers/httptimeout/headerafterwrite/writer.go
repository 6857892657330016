package headerafterwrite

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// identity returns what stands for the response that an expression writes: a variable, of the writer or of the
// context of a framework, or the text of the expression; nil for none.
func identity(p *check.Pass, expr ast.Expr) any {
	expr = ast.Unparen(expr)
	if v, ok := callmatch.Object(p.TypesInfo, expr).(*types.Var); ok && !v.IsField() {
		return v
	}
	if root, ok := callmatch.Root(p.TypesInfo, expr).(*types.Var); ok && catalog.ResponseContexts[callmatch.TypeName(callmatch.Deref(root.Type()))] {
		return root
	}
	if _, ok := expr.(*ast.SelectorExpr); ok {
		return p.Source(expr)
	}
	return nil
}

// setsHeader returns the response of which a call sets a header, nil if it sets none.
func setsHeader(p *check.Pass, cur inspector.Cursor, to *calls.Call) any {
	sel, ok := ast.Unparen(to.Expr.Fun).(*ast.SelectorExpr)
	switch {
	case !ok:
	case catalog.SetsResponseHeader[to.Name]:
		return identity(p, sel.X)
	case catalog.SetsHeader[to.Name]:
		return headerOf(p, cur, sel.X)
	}
	return nil
}

// headerOf returns the response of which an expression is the header.
func headerOf(p *check.Pass, cur inspector.Cursor, expr ast.Expr) any {
	if v, ok := callmatch.Object(p.TypesInfo, expr).(*types.Var); ok && !v.IsField() {
		if fn, found := astindex.FuncAround(cur); found {
			expr = localvar.Value(p.TypesInfo, fn.Node(), v)
		}
	}
	call, ok := expr.(*ast.CallExpr)
	if !ok {
		return nil
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Header" || len(call.Args) > 0 || !answers(p.TypesInfo.TypeOf(sel.X)) {
		return nil
	}
	return identity(p, sel.X)
}

// answers reports whether a type is one whose writes are those of the response immediately.
func answers(t types.Type) bool {
	return catalog.SentWriters[callmatch.TypeName(callmatch.Deref(t))]
}

// writes returns the response that a call begins, nil if it begins none.
func writes(p *check.Pass, call *ast.CallExpr) any {
	name := callmatch.CalleeName(p.TypesInfo, call)
	sel, method := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if made, ok := encoder(sel, method); ok && catalog.Encodes[name] {
		return identity(p, made.Args[0])
	}
	answer, ok := catalog.Answers[name]
	if !ok || catalog.AnswersLater[name] || informs(p, call, name) {
		return nil
	}
	switch {
	case answer.Writer >= 0 && answer.Writer < len(call.Args) && (answers(p.TypesInfo.TypeOf(call.Args[answer.Writer]))):
		return identity(p, call.Args[answer.Writer])
	case answer.Writer < 0 && method:
		return identity(p, sel.X)
	}
	return nil
}

// encoder returns the call that makes the encoder of which a method is called.
func encoder(sel *ast.SelectorExpr, ok bool) (*ast.CallExpr, bool) {
	if !ok {
		return nil, false
	}
	made, ok := ast.Unparen(sel.X).(*ast.CallExpr)
	return made, ok && len(made.Args) == 1
}

// informs reports whether a call sends an informational status, after which headers may be set.
func informs(p *check.Pass, call *ast.CallExpr, name string) bool {
	if !strings.HasSuffix(name, ".WriteHeader") || len(call.Args) != 1 {
		return false
	}
	v := p.TypesInfo.Types[call.Args[0]].Value
	return v != nil && v.Kind() == constant.Int && constant.Compare(v, token.LSS, constant.MakeInt64(200))
}

// passesOn reports whether a call lets another handler answer, which may not do so.
func passesOn(p *check.Pass, call *ast.CallExpr) bool {
	return strings.HasSuffix(callmatch.CalleeName(p.TypesInfo, call), ".ServeHTTP")
}

// trailers returns where a function announces trailers, or says that a header is one.
func trailers(p *check.Pass, stmt inspector.Cursor) (at token.Pos) {
	fn, ok := astindex.FuncAround(stmt)
	if !ok {
		return token.NoPos
	}
	ast.Inspect(fn.Node(), func(n ast.Node) bool {
		expr, ok := n.(ast.Expr)
		if !ok || at.IsValid() {
			return !at.IsValid()
		}
		if v := p.TypesInfo.Types[expr].Value; v != nil && v.Kind() == constant.String {
			text := strings.ToLower(constant.StringVal(v))
			if text == "trailer" || strings.HasPrefix(text, "trailer:") {
				at = expr.Pos()
			}
		}
		return true
	})
	return at
}
