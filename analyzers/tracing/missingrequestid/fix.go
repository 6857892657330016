package missingrequestid

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
)

// fixProxy puts lifecycle.RequestID around a proxy that is returned as a handler.
// Elsewhere the function that rewrites requests makes an ID.
func fixProxy(p *check.Pass, cur inspector.Cursor, value ast.Expr) *edit.Fix {
	e := p.Edit(value.Pos())
	if start, end := returned(p, cur); start != nil && !p.Stdlib() {
		wrap := e.Import(start.Pos(), p.Lifecycle(), "lifecycle") + ".RequestID"
		e.Insert(start.Pos(), wrap+"(")
		e.Insert(end.End(), ")")
		return e.Fix("Give every request an ID with "+wrap, "requests and responses carry an X-Request-ID")
	}
	lit, ok := ast.Unparen(value).(*ast.FuncLit)
	if !ok || len(lit.Body.List) == 0 || len(lit.Type.Params.List) != 1 || len(lit.Type.Params.List[0].Names) != 1 || !goversion.AtLeast(p.Version(lit.Pos()), "go1.24") {
		return nil
	}
	param := lit.Type.Params.List[0]
	in, out := param.Names[0].Name, param.Names[0].Name
	if callmatch.IsType(p.TypesInfo.TypeOf(param.Type), "net/http/httputil.ProxyRequest") {
		in, out = in+".In", out+".Out"
	}
	rand := e.Import(lit.Pos(), "crypto/rand", "rand")
	e.After(lit.Body.List[len(lit.Body.List)-1],
		"if "+in+`.Header.Get("X-Request-ID") == "" {`,
		"\t"+out+`.Header.Set("X-Request-ID", `+rand+".Text())",
		"}")
	return e.Fix("Add an X-Request-ID when there is none", "requests without an X-Request-ID get one")
}

// returned returns the expression by which the proxy is returned as an
// http.Handler, as the nodes it starts and ends with: the literal itself, or the
// only use of its variable in a return statement.
func returned(p *check.Pass, cur inspector.Cursor) (start, end ast.Node) {
	if _, ok := cur.Node().(*ast.CompositeLit); ok {
		made := cur
		if _, ok := cur.Parent().Node().(*ast.UnaryExpr); ok {
			made = cur.Parent()
		}
		if returnsHandler(p, made) {
			return made.Node(), made.Node()
		}
	}
	v := proxyVar(p, cur)
	if v == nil {
		return nil, nil
	}
	for _, id := range astindex.Of(p.Pass).Uses[v] {
		use, ok := astindex.Find(cur.Inspector(), id)
		if !ok || !returnsHandler(p, use) {
			continue
		}
		if start != nil {
			return nil, nil
		}
		start, end = id, id
	}
	return start, end
}

// returnsHandler reports whether the expression at cur is the only result of a
// return statement, in a function that returns an http.Handler.
func returnsHandler(p *check.Pass, cur inspector.Cursor) bool {
	ret, ok := cur.Parent().Node().(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return false
	}
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		var ft *ast.FuncType
		switch fn := fn.Node().(type) {
		case *ast.FuncDecl:
			ft = fn.Type
		case *ast.FuncLit:
			ft = fn.Type
		}
		if ft.Results == nil || len(ft.Results.List) != 1 {
			return false
		}
		t := p.TypesInfo.TypeOf(ft.Results.List[0].Type)
		_, isInterface := t.Underlying().(*types.Interface)
		return isInterface && callmatch.IsType(t, "net/http.Handler")
	}
	return false
}

// fixClient passes the ID on beside the header that is passed on already.
func fixClient(p *check.Pass, c copied) *edit.Fix {
	e := p.Edit(c.call.Pos())
	e.After(c.call, p.Source(c.out)+`.Set("X-Request-ID", `+p.Source(c.in)+`.Get("X-Request-ID"))`)
	return e.Fix("Forward X-Request-ID, too", "")
}
