package clientnotimeout

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// A callLimit is how long a call may take, its answer included.
type callLimit struct{ unit, text string }

var (
	usual    = callLimit{"Second", "10s"}
	download = callLimit{"Minute", "10m"}
)

// configured returns the limit that the program has for that already, if there is one in scope.
func (l callLimit) configured(e *edit.Builder, at ast.Node) callLimit {
	if name := e.Limit(at.Pos(), "call"); name != "" && l == usual {
		return callLimit{text: name}
	}
	return l
}

// expr returns the limit in Go.
func (l callLimit) expr(e *edit.Builder, at ast.Node) string {
	if l.unit == "" {
		return l.text
	}
	return "10 * " + e.Import(at.Pos(), "time", "time") + "." + l.unit
}

func (l callLimit) changes() string {
	return "a call that takes longer than " + l.text + ", including reading the response, now fails"
}

// limitOf returns the limit that fits a call: uploads and downloads are slow, and so may be
// the reader of the response.
func limitOf(p *check.Pass, in *inspector.Inspector, call *ast.CallExpr) callLimit {
	cur, ok := astindex.Find(in, call)
	if !ok {
		return usual
	}
	if answers(p.TypesInfo, call) && handsOn(p.TypesInfo, cur) || uploads(p, cur) {
		return download
	}
	for c := range readers(p.TypesInfo, cur) {
		reader := c.Node().(*ast.CallExpr)
		if copies(p, reader) || passesOn(p, reader) {
			return download
		}
		fn := callmatch.Callee(p.TypesInfo, reader)
		if decl := astindex.Of(p.Pass).Decls[fn]; decl != nil && copiesIn(p, decl) {
			return download
		}
	}
	return usual
}

// answers reports whether a call returns the response, not what a library has read of it.
func answers(info *types.Info, call *ast.CallExpr) bool {
	results, ok := info.TypeOf(call).(*types.Tuple)
	return ok && callmatch.IsType(results.At(0).Type(), "net/http.Response")
}

// copies reports whether a call reads a lot, as what copies and unpacks does.
func copies(p *check.Pass, call *ast.CallExpr) bool {
	name := callmatch.CalleeName(p.TypesInfo, call)
	return catalog.Unpacks[name] || catalog.Copies[name] && !inMemory(p, call.Args[0])
}

// passesOn reports whether a call reads on from the body of a response, as io.TeeReader
// does, or sends it elsewhere.
func passesOn(p *check.Pass, call *ast.CallExpr) bool {
	return catalog.PassesOn[callmatch.CalleeName(p.TypesInfo, call)] &&
		slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return isAnswerBody(p, arg) })
}

// isAnswerBody reports whether an expression is the body of an answer.
func isAnswerBody(p *check.Pass, expr ast.Expr) bool {
	sel, ok := ast.Unparen(expr).(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Body" && callmatch.IsType(p.TypesInfo.TypeOf(sel.X), "net/http.Response")
}

func copiesIn(p *check.Pass, decl *ast.FuncDecl) bool {
	found := false
	ast.Inspect(decl, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		found = found || ok && copies(p, call)
		return !found
	})
	return found
}

// handsOn reports whether the function around the call at cur leaves the reading of
// the answer to others: it returns the answer or its body, or keeps the body.
func handsOn(info *types.Info, cur inspector.Cursor) bool {
	if _, ok := cur.Parent().Node().(*ast.ReturnStmt); ok {
		return true
	}
	resp := answerOf(info, cur)
	if resp == nil {
		return false
	}
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		for use := range fn.Preorder((*ast.Ident)(nil)) {
			if info.Uses[use.Node().(*ast.Ident)] == resp && givenAway(use) {
				return true
			}
		}
	}
	return false
}

// givenAway reports whether the answer at cur, or its body, is a result, an element
// of a literal, or what is assigned to a field.
func givenAway(cur inspector.Cursor) bool {
	body := false
	if sel, ok := cur.Parent().Node().(*ast.SelectorExpr); ok {
		if sel.Sel.Name != "Body" { // of an http.Response, which it is known to be
			return false
		}
		cur, body = cur.Parent(), true
	}
	switch parent := cur.Parent().Node().(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.KeyValueExpr, *ast.CompositeLit:
		return body
	case *ast.AssignStmt:
		_, field := parent.Lhs[0].(*ast.SelectorExpr)
		return body && field && parent.Lhs[0] != cur.Node()
	}
	return false
}

// inMemory reports whether a copy goes into a buffer, a digest or nowhere: that is
// no more than reading it.
func inMemory(p *check.Pass, dst ast.Expr) bool {
	if sel, ok := ast.Unparen(dst).(*ast.SelectorExpr); ok {
		v := p.TypesInfo.Uses[sel.Sel]
		if v != nil && v.Pkg() != nil && catalog.InMemoryWriters[v.Pkg().Path()+"."+v.Name()] {
			return true
		}
	}
	return catalog.InMemoryWriters[callmatch.TypeName(p.TypesInfo.TypeOf(dst))]
}
