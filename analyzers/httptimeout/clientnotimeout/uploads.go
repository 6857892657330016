package clientnotimeout

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/valueflow"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// uploads reports whether the call at cur sends an argument that is read as a stream, of
// any length: a reader, or a file.
func uploads(p *check.Pass, cur inspector.Cursor) bool {
	body := sent(p, cur)
	if body == nil {
		return false
	}
	if callmatch.IsType(p.TypesInfo.TypeOf(body), "os.File") {
		return true
	}
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		return handedOver(p, fn.Node(), body, 2)
	}
	return false
}

// piped reports whether what the call at cur sends is still being made: it takes as
// long as that does.
func piped(p *check.Pass, cur inspector.Cursor) bool {
	body := sent(p, cur)
	return body != nil && callmatch.IsType(p.TypesInfo.TypeOf(body), "io.PipeReader")
}

// sent returns what the call at cur sends, nil if it is not seen.
func sent(p *check.Pass, cur inspector.Cursor) ast.Expr {
	call := cur.Node().(*ast.CallExpr)
	req := call
	if len(call.Args) == 0 {
		return nil
	}
	if id, ok := ast.Unparen(call.Args[0]).(*ast.Ident); ok {
		if v, ok := p.TypesInfo.Uses[id].(*types.Var); ok && callmatch.IsType(v.Type(), "net/http.Request") {
			for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
				req = requestOf(p, fn.Node(), v)
			}
		}
	}
	if req == nil || len(req.Args) < 2 {
		return nil
	}
	return req.Args[len(req.Args)-1]
}

// handedOver reports whether a reader is a parameter or the body of an answer, or reads
// on from one:
//
//	body := io.TeeReader(r, copy)
func handedOver(p *check.Pass, fn ast.Node, reader ast.Expr, depth int) bool {
	if call, ok := ast.Unparen(reader).(*ast.CallExpr); ok && depth > 0 {
		return slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return handedOver(p, fn, arg, depth-1) })
	}
	if isAnswerBody(p, reader) {
		return true
	}
	v := valueflow.Variable(p.TypesInfo, reader)
	if v == nil || !callmatch.IsType(v.Type(), "io.Reader") && !callmatch.IsType(v.Type(), "io.ReadCloser") {
		return false
	}
	if value := localvar.Value(p.TypesInfo, fn, v); value != nil {
		return handedOver(p, fn, value, depth)
	}
	return v.Kind() == types.ParamVar
}

// requestOf returns the call by which the function makes the request in v, or nil.
func requestOf(p *check.Pass, fn ast.Node, v *types.Var) *ast.CallExpr {
	var made *ast.CallExpr
	ast.Inspect(fn, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || len(assign.Rhs) != 1 {
			return true
		}
		id, isIdent := assign.Lhs[0].(*ast.Ident)
		call, isCall := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
		if isIdent && isCall && p.TypesInfo.ObjectOf(id) == v {
			made = call
		}
		return true
	})
	return made
}
