package consumedbody

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/paths"
)

// sent returns the argument of a call that is a reader whose content it sends, or a request; also where
// functions of the package pass it on, as many calls away as depth says.
func sent(p *check.Pass, call *ast.CallExpr, depth int) (arg ast.Expr, request bool) {
	if i, ok := catalog.ReadsBody[callmatch.CalleeName(p.TypesInfo, call)]; ok && i < len(call.Args) {
		return call.Args[i], false
	}
	fn := callmatch.Callee(p.TypesInfo, call)
	if fn == nil {
		return nil, false
	}
	sig := fn.Signature()
	decl := astindex.Of(p.Pass).Decls[fn.Origin()]
	switch {
	case !takesBody(sig):
		return nil, false
	case decl != nil && decl.Body != nil:
		return passedOn(p, call, decl, depth)
	case fn.Name() != "Do" && fn.Name() != "RoundTrip" || sig.Params().Len() != 1 || sig.Recv() == nil || len(call.Args) != 1:
		return nil, false
	}
	return call.Args[0], isRequest(sig.Params().At(0).Type())
}

// passedOn returns the argument of a call that a function of the package sends as it is.
func passedOn(p *check.Pass, call *ast.CallExpr, decl *ast.FuncDecl, depth int) (arg ast.Expr, request bool) {
	if depth == 0 {
		return nil, false
	}
	params := p.TypesInfo.Defs[decl.Name].(*types.Func).Signature().Params()
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		inner, ok := n.(*ast.CallExpr)
		if !ok || arg != nil || params.Len() != len(call.Args) {
			return arg == nil
		}
		expr, isReq := sent(p, inner, depth-1)
		id, ok := expr.(*ast.Ident)
		for i := 0; ok && i < params.Len(); i++ {
			v := params.At(i)
			b := &body{p: p, vars: []types.Object{v}, request: isReq, extent: decl.Body}
			if p.TypesInfo.Uses[id] == v && !b.renewed() {
				arg, request = call.Args[i], isReq
			}
		}
		return arg == nil
	})
	return arg, request
}

// takesBody reports whether a function has a parameter that can be a body, or have one.
func takesBody(sig *types.Signature) bool {
	for v := range sig.Params().Variables() {
		if isRequest(v.Type()) || readable(v.Type()) {
			return true
		}
	}
	return false
}

func isRequest(t types.Type) bool { return callmatch.IsType(t, "net/http.Request") }

// A body is a reader or a request that is sent in a loop, or in a function that a retry calls.
type body struct {
	p         *check.Pass
	arg       ast.Expr
	request   bool
	vars      []types.Object // the variable or field, and what it is a copy of
	fn        inspector.Cursor
	extent    ast.Node // the loop, or the literal
	maybeNone bool     // it comes from a caller, and a request may have no body
}

// bodyOf returns what arg is, nil where it is made anew in each attempt, or is sent once.
func bodyOf(p *check.Pass, cur inspector.Cursor, arg ast.Expr, request bool) *body {
	fn, ok := astindex.FuncAround(cur)
	if !ok || !readable(p.TypesInfo.TypeOf(arg)) && !request {
		return nil
	}
	b := &body{p: p, arg: arg, request: request, fn: fn}
	subject := ast.Unparen(arg)
	if addr, ok := subject.(*ast.UnaryExpr); ok && addr.Op == token.AND {
		subject = addr.X
	}
	root := callmatch.Root(p.TypesInfo, subject)
	b.follow(subject)
	for _, v := range b.vars {
		if v, ok := v.(*types.Var); ok && !v.IsField() {
			root = v // the last copy
		}
	}
	if len(b.vars) == 0 || root == nil {
		return nil
	}
	for c := range cur.Enclosing() {
		n := c.Node()
		if within(n, root.Pos()) && n != arg {
			break
		}
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if within(astindex.LoopBody(n), arg.Pos()) {
				b.extent = n
			}
		case *ast.FuncLit:
			if retried(p, c) {
				b.extent = n
			} else if b.extent == nil {
				return nil
			}
		}
	}
	if b.extent == nil {
		return nil
	}
	return b
}

// follow notes the variable or field, and through copies of a request that of the original.
func (b *body) follow(expr ast.Expr) {
	info := b.p.TypesInfo
	if f := callmatch.Field(info, expr); f != nil {
		b.vars = append(b.vars, f.Origin())
		return
	}
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok {
		return
	}
	v, ok := info.Uses[id].(*types.Var)
	if !ok || len(b.vars) > 3 {
		return
	}
	b.vars = append(b.vars, v)
	call, ok := ast.Unparen(localvar.Value(info, astindex.DeclAround(b.fn), v)).(*ast.CallExpr)
	if ok && catalog.CopiesRequest[callmatch.CalleeName(info, call)] {
		b.follow(call.Fun.(*ast.SelectorExpr).X)
	}
}

func readable(t types.Type) bool {
	if t == nil {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Read")
	_, ok := obj.(*types.Func)
	return ok
}

func within(n ast.Node, pos token.Pos) bool { return n.Pos() <= pos && pos < n.End() }

// retried reports whether a function literal is what a retry calls: one of a library, or of the package.
func retried(p *check.Pass, lit inspector.Cursor) bool {
	for _, to := range calls.All(p.Pass) {
		call := to.Expr
		fn := to.Func
		for i, arg := range call.Args {
			if literal(p, lit, arg) == lit.Node() && callsInLoop(p, fn, i) {
				return true
			}
		}
	}
	return false
}

// literal returns the function literal that an argument is, or that a variable holds.
func literal(p *check.Pass, lit inspector.Cursor, arg ast.Expr) ast.Node {
	arg = ast.Unparen(arg)
	if conv, ok := arg.(*ast.CallExpr); ok && len(conv.Args) == 1 && p.TypesInfo.Types[conv.Fun].IsType() {
		arg = ast.Unparen(conv.Args[0])
	}
	if id, ok := arg.(*ast.Ident); ok {
		if v, ok := p.TypesInfo.Uses[id].(*types.Var); ok {
			arg = localvar.Value(p.TypesInfo, astindex.DeclAround(lit), v)
		}
	}
	if fn, ok := arg.(*ast.FuncLit); ok {
		return fn
	}
	return nil
}

// callsInLoop reports whether a function calls its i-th argument until it succeeds.
func callsInLoop(p *check.Pass, fn *types.Func, i int) bool {
	if r, ok := catalog.Retriers[callmatch.Name(fn)]; ok {
		return r.Arg == i
	}
	if fn == nil || i >= fn.Signature().Params().Len() {
		return false
	}
	decl := astindex.Of(p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil {
		return false
	}
	param, found := fn.Origin().Signature().Params().At(i), false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			ast.Inspect(astindex.LoopBody(n), func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if ok {
					id, _ := ast.Unparen(call.Fun).(*ast.Ident)
					found = found || id != nil && p.TypesInfo.Uses[id] == param
				}
				return !found
			})
		}
		return !found
	})
	return found
}

// repeats reports whether an attempt is followed by another one with the same body.
func (b *body) repeats() bool {
	if _, ok := b.extent.(*ast.FuncLit); ok {
		return true
	}
	graphs := b.p.ResultOf[ctrlflow.Analyzer].(*ctrlflow.CFGs)
	graph := graphs.FuncDecl
	fn, isDecl := b.fn.Node().(*ast.FuncDecl)
	if isDecl && graph != nil {
		return paths.Repeats(graph(fn), b.arg, b.declared())
	}
	lit, ok := b.fn.Node().(*ast.FuncLit)
	return ok && paths.Repeats(graphs.FuncLit(lit), b.arg, b.declared())
}

// declared returns where the variable is declared, or the one that it is a copy of.
func (b *body) declared() token.Pos { return b.vars[len(b.vars)-1].Pos() }
