package missingrequestid

import (
	"go/ast"
	"go/constant"
	"go/types"
	"net/textproto"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// headers is what a function does with headers.
type headers struct {
	set        []string // constant names that are set on a request
	copied     []copied // and those that come from another request
	identified bool     // the request is identified, or may be
}

// copied is out.Header.Set(name, in.Header.Get(name)).
type copied struct {
	call    *ast.CallExpr
	name    string
	out, in ast.Expr // the two headers
}

// headersIn looks at a body, and at the functions of the package it calls for
// whether they identify the request.
func headersIn(p *check.Pass, body *ast.BlockStmt) *headers {
	s := &headers{}
	s.read(p, body, true)
	return s
}

func (s *headers) read(p *check.Pass, body *ast.BlockStmt, deeper bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok && lit.Body != body {
			return false
		}
		if expr, ok := n.(ast.Expr); ok {
			s.identified = s.identified || isRequestID(p, expr)
		}
		switch n := n.(type) {
		case *ast.AssignStmt: // out.Header = in.Header.Clone()
			for _, lhs := range n.Lhs {
				s.identified = s.identified || isRequestHeader(p.TypesInfo, lhs)
			}
		case *ast.CallExpr:
			s.call(p, n, deeper)
		}
		return !s.identified
	})
}

func (s *headers) call(p *check.Pass, call *ast.CallExpr, deeper bool) {
	fn := callmatch.Callee(p.TypesInfo, call)
	name := callmatch.Name(fn)
	switch {
	case catalog.Propagators[name]:
		s.identified = true
	case catalog.HeaderSetters[name]:
		s.setter(p, call)
	case deeper:
		if decl := declOf(p, fn); decl != nil && decl.Body != nil {
			callee := &headers{}
			callee.read(p, decl.Body, false)
			s.identified = s.identified || callee.identified
		}
	}
	for _, arg := range call.Args {
		s.identified = s.identified || isRequestHeader(p.TypesInfo, arg) // maps.Copy, a helper
	}
}

func (s *headers) setter(p *check.Pass, call *ast.CallExpr) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !isRequestHeader(p.TypesInfo, sel.X) {
		return // of a response
	}
	name := text(p.TypesInfo, call.Args[0])
	if name == "" {
		s.identified = true // a loop over names, perhaps
		return
	}
	s.set = append(s.set, name)
	get, ok := ast.Unparen(call.Args[1]).(*ast.CallExpr)
	if !ok || callmatch.CalleeName(p.TypesInfo, get) != "(net/http.Header).Get" {
		return
	}
	from, ok := ast.Unparen(get.Fun).(*ast.SelectorExpr)
	if ok && isRequestHeader(p.TypesInfo, from.X) && p.Source(from.X) != p.Source(sel.X) {
		s.copied = append(s.copied, copied{call, name, sel.X, from.X})
	}
}

// names lists what is set, at most three.
func (s *headers) names() string {
	list := slices.Compact(slices.Sorted(slices.Values(s.set)))
	if len(list) > 3 {
		list = append(list[:3], "…")
	}
	return strings.Join(list, ", ")
}

// isRequestHeader reports whether expr is the Header field of a request.
func isRequestHeader(info *types.Info, expr ast.Expr) bool {
	sel, ok := ast.Unparen(expr).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	s := info.Selections[sel]
	return s != nil && s.Kind() == types.FieldVal && callmatch.OwnedField(s) == "net/http.Request.Header"
}

func isRequestID(p *check.Pass, expr ast.Expr) bool {
	name := text(p.TypesInfo, expr)
	return name != "" && catalog.RequestIDHeaders[textproto.CanonicalMIMEHeaderKey(name)]
}

func text(info *types.Info, expr ast.Expr) string {
	tv := info.Types[expr]
	if tv.Value == nil || tv.Value.Kind() != constant.String {
		return ""
	}
	return constant.StringVal(tv.Value)
}

func declOf(p *check.Pass, fn *types.Func) *ast.FuncDecl {
	if fn == nil || fn.Pkg() != p.Pkg {
		return nil
	}
	return astindex.Of(p.Pass).Decls[fn.Origin()]
}

// isWrapped reports whether the proxy that the literal or assignment at cur is
// about goes through a function that identifies requests.
func isWrapped(p *check.Pass, cur inspector.Cursor) bool {
	proxy := proxyVar(p, cur)
	for outer := range cur.Enclosing((*ast.CallExpr)(nil)) {
		if catalog.Propagators[callmatch.CalleeName(p.TypesInfo, outer.Node().(*ast.CallExpr))] {
			return true
		}
	}
	if proxy == nil {
		return false
	}
	for _, id := range astindex.Of(p.Pass).Uses[proxy] {
		use, ok := astindex.Find(cur.Inspector(), id)
		if !ok {
			continue
		}
		if call, ok := use.Parent().Node().(*ast.CallExpr); ok && catalog.Propagators[callmatch.CalleeName(p.TypesInfo, call)] {
			return true
		}
	}
	return false
}

// proxyVar returns the local variable whose field the assignment at cur sets, or
// that the literal at cur is assigned to.
func proxyVar(p *check.Pass, cur inspector.Cursor) *types.Var {
	var expr ast.Expr
	switch n := cur.Node().(type) {
	case *ast.AssignStmt:
		if sel, ok := ast.Unparen(n.Lhs[0]).(*ast.SelectorExpr); ok {
			expr = sel.X
		}
	case *ast.CompositeLit:
		if _, ok := cur.Parent().Node().(*ast.UnaryExpr); ok {
			cur = cur.Parent()
		}
		if assign, ok := cur.Parent().Node().(*ast.AssignStmt); ok && len(assign.Lhs) == 1 {
			expr = assign.Lhs[0]
		}
	}
	id, ok := expr.(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := p.TypesInfo.ObjectOf(id).(*types.Var)
	return v
}
