package connnodeadline

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// through returns the connection that a call reads by what the package makes of it, nil if it reads
// none: a reader with a buffer, or a function that takes any reader.
//
//	lines := bufio.NewScanner(conn)
//	for lines.Scan() { … }
//
//	frame, err := readFrame(conn)
func through(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr) ast.Expr {
	fn := callmatch.Callee(p.TypesInfo, call)
	if fn == nil {
		return nil
	}
	if fn.Pkg() == p.Pkg {
		return readBy(p, fn.Origin(), call)
	}
	if op, ok := catalog.ConnOps[callmatch.Name(fn)]; ok && op.Conn == 0 && len(call.Args) > 0 {
		return wrapped(p, astindex.DeclAround(cur), call.Args[0], 4)
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !catalog.ReaderMethods[callmatch.Name(fn)] {
		return nil
	}
	return wrapped(p, astindex.DeclAround(cur), sel.X, 4)
}

// wrapped returns the connection that a reader is made of, by several readers in turn:
// textproto.NewReader(bufio.NewReader(conn)).
func wrapped(p *check.Pass, decl ast.Node, reader ast.Expr, depth int) ast.Expr {
	if depth == 0 {
		return nil
	}
	made, ok := ast.Unparen(reader).(*ast.CallExpr)
	if id, isName := ast.Unparen(reader).(*ast.Ident); isName {
		v, isVar := p.TypesInfo.Uses[id].(*types.Var)
		if !isVar || v.Kind() != types.LocalVar {
			return nil
		}
		made, ok = localvar.Value(p.TypesInfo, decl, v).(*ast.CallExpr)
	}
	switch {
	case !ok || !catalog.ReaderWraps[callmatch.CalleeName(p.TypesInfo, made)]:
		return nil
	case connected(p, made.Args[0]):
		return made.Args[0]
	}
	return wrapped(p, decl, made.Args[0], depth-1)
}

// readBy returns the connection among the arguments of a call that the function takes as any reader,
// and reads. What it takes as a connection is looked at there.
func readBy(p *check.Pass, fn *types.Func, call *ast.CallExpr) ast.Expr {
	params := fn.Signature().Params()
	for i := range min(params.Len(), len(call.Args)) {
		param := params.At(i)
		if types.IsInterface(param.Type()) && connected(p, call.Args[i]) && !isConn(param.Type()) && reads(p, fn, param) {
			return call.Args[i]
		}
	}
	return nil
}

// connected reports whether an expression is a connection.
func connected(p *check.Pass, expr ast.Expr) bool {
	_, ok := catalog.ConnTypes[callmatch.TypeName(p.TypesInfo.TypeOf(expr))]
	return ok
}

// reads reports whether a function reads from its parameter.
func reads(p *check.Pass, fn *types.Func, param *types.Var) bool {
	decl, found := astindex.Of(p.Pass).Decls[fn], false
	if decl == nil || decl.Body == nil {
		return false
	}
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) == 0 {
			return !found
		}
		name := callmatch.CalleeName(p.TypesInfo, call)
		op, known := catalog.ConnOps[name]
		if !(known && op.Conn == 0 && !op.Write && !op.Handshake) && !catalog.ReaderWraps[name] {
			return !found
		}
		id, ok := ast.Unparen(call.Args[0]).(*ast.Ident)
		found = found || ok && p.TypesInfo.Uses[id] == param
		return !found
	})
	return found
}
