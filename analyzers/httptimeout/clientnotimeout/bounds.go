package clientnotimeout

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/valueflow"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
)

// A bound says whether time ends something.
type bound int

const (
	unknown bound = iota // cannot be seen
	bounded              // a deadline does
	endless              // nothing does; a cancellation by hand does not count
)

// bounds answers for requests and contexts. Depth keeps it from following a
// variable that is derived from itself, or a recursive call, forever. Where clients counts, a
// context that carries a client with a limit has one.
type bounds struct {
	p       *check.Pass
	in      *inspector.Inspector
	left    int
	clients bool
}

func boundsOf(p *check.Pass, in *inspector.Inspector) *bounds { return &bounds{p: p, in: in, left: 12} }

// deeper returns a copy with one step less to go, nil when there is none left.
func (b *bounds) deeper() *bounds {
	if b.left == 0 {
		return nil
	}
	return &bounds{b.p, b.in, b.left - 1, b.clients}
}

// request returns what bounds the *http.Request that expr stands for.
func (b *bounds) request(expr ast.Expr) bound {
	if b = b.deeper(); b == nil {
		return unknown
	}
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		return b.variable(expr, b.request)
	case *ast.CallExpr:
		fn := callmatch.Callee(b.p.TypesInfo, expr)
		r, ok := catalog.HTTPRequests[callmatch.Name(fn)]
		switch {
		case !ok:
			return b.madeBy(fn, expr)
		case r.Context < 0:
			return endless
		}
		return b.context(expr.Args[r.Context])
	}
	return unknown
}

// madeBy looks into a function of the package that makes the request: the only
// call in it that makes one decides, and a context parameter stands for the
// argument.
func (b *bounds) madeBy(fn *types.Func, call *ast.CallExpr) bound {
	decl := astindex.Of(b.p.Pass).Decls[fn]
	if decl == nil || decl.Body == nil {
		return unknown
	}
	var making []*ast.CallExpr
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok {
			if _, ok := catalog.HTTPRequests[callmatch.CalleeName(b.p.TypesInfo, c)]; ok {
				making = append(making, c)
			}
		}
		return true
	})
	if len(making) != 1 {
		return unknown
	}
	r := catalog.HTTPRequests[callmatch.CalleeName(b.p.TypesInfo, making[0])]
	if r.Context < 0 {
		return endless
	}
	id, ok := ast.Unparen(making[0].Args[r.Context]).(*ast.Ident)
	if !ok {
		return b.context(making[0].Args[r.Context])
	}
	params := fn.Signature().Params()
	for i := range min(params.Len(), len(call.Args)) {
		if params.At(i) == b.p.TypesInfo.Uses[id] {
			return b.context(call.Args[i])
		}
	}
	return b.context(id)
}

// context returns what bounds the context.Context that expr stands for.
func (b *bounds) context(expr ast.Expr) bound {
	if b = b.deeper(); b == nil {
		return unknown
	}
	if catalog.RequestContexts[callmatch.TypeName(b.p.TypesInfo.TypeOf(expr))] {
		return endless
	}
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		return b.variable(expr, b.context)
	case *ast.SelectorExpr:
		v, ok := b.p.TypesInfo.Uses[expr.Sel].(*types.Var)
		if ok && v.Pkg() != nil && catalog.ContextRootVars[v.Pkg().Path()+"."+v.Name()] {
			return endless
		}
	case *ast.CallExpr:
		name := callmatch.CalleeName(b.p.TypesInfo, expr)
		switch {
		case b.clients && carried(b.p, expr) != nil:
			return b.carries(expr)
		case catalog.ContextRoots[name], name == "(*net/http.Request).Context":
			return endless
		case catalog.ContextEnds[name] == "deadline":
			return bounded
		}
		if parent, ok := catalog.ContextParents[name]; ok {
			if parent.Detached {
				return endless
			}
			return b.context(expr.Args[0])
		}
		if len(expr.Args) > 0 && ctxscope.IsContext(b.p.TypesInfo.TypeOf(expr.Args[0])) && b.context(expr.Args[0]) == bounded {
			return bounded // whatever is derived from it, spans for example
		}
		return b.returned(callmatch.Callee(b.p.TypesInfo, expr))
	}
	return unknown
}

// returned returns what bounds the context that a function of the package returns.
func (b *bounds) returned(fn *types.Func) bound {
	decl := astindex.Of(b.p.Pass).Decls[fn]
	if decl == nil || decl.Body == nil {
		return unknown
	}
	var values []ast.Expr
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if ret, ok := n.(*ast.ReturnStmt); ok && len(ret.Results) == 1 {
			values = append(values, ret.Results[0])
		}
		_, lit := n.(*ast.FuncLit)
		return !lit
	})
	return join(values, b.context)
}

// variable joins all that is ever assigned to a local variable, or passed for a parameter.
func (b *bounds) variable(id *ast.Ident, judge func(ast.Expr) bound) bound {
	v, ok := b.p.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.Parent() == b.p.Pkg.Scope() && v.Exported() {
		return unknown
	}
	if v.Parent() == b.p.Pkg.Scope() {
		var values []ast.Expr
		for _, file := range b.p.Files {
			values = append(values, valueflow.AssignedValues(b.p.TypesInfo, file, v)...)
		}
		return join(values, judge)
	}
	use, ok := astindex.Find(b.in, id)
	if !ok {
		return unknown
	}
	for decl := range use.Enclosing((*ast.FuncDecl)(nil)) {
		values := valueflow.AssignedValues(b.p.TypesInfo, decl.Node(), v)
		if v.Kind() == types.LocalVar {
			return join(values, judge)
		}
		if join(values, judge) == bounded {
			return bounded
		}
		return b.given(decl, v, judge)
	}
	return unknown
}

// given returns what bounds the parameter v. One caller that sets no deadline is enough for a
// request without an end, whatever others do.
func (b *bounds) given(decl inspector.Cursor, v *types.Var, judge func(ast.Expr) bound) bound {
	if loopsUntil(b.p.TypesInfo, decl, v) {
		return endless
	}
	args, all := b.arguments(decl.Node().(*ast.FuncDecl), v)
	ends := all && len(args) > 0
	for _, arg := range args {
		this := judge(arg)
		if this == endless {
			return endless
		}
		ends = ends && this == bounded
	}
	if ends {
		return bounded
	}
	return unknown
}

// loopsUntil reports whether a function without results repeats something until the context
// v ends: its context is that of a worker, which a signal or a Stop ends and no deadline.
// A function with results may wait for an outcome, and give up at a deadline.
func loopsUntil(info *types.Info, decl inspector.Cursor, v *types.Var) bool {
	if decl.Node().(*ast.FuncDecl).Type.Results != nil {
		return false
	}
	for loop := range decl.Preorder((*ast.ForStmt)(nil)) {
		for call := range loop.Preorder((*ast.CallExpr)(nil)) {
			if asksEnd(info, call.Node().(*ast.CallExpr), v) {
				return true
			}
		}
	}
	return false
}

// asksEnd reports whether a call asks the context v whether it has ended.
func asksEnd(info *types.Info, call *ast.CallExpr, v *types.Var) bool {
	switch callmatch.CalleeName(info, call) {
	case "(context.Context).Done", "(context.Context).Err":
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		return ok && valueflow.Variable(info, sel.X) == v
	}
	return false
}

// join answers bounded if one value is, and endless only if all are.
func join(values []ast.Expr, judge func(ast.Expr) bound) bound {
	all := endless
	for _, value := range values {
		this := unknown
		if value != nil {
			this = judge(value)
		}
		if this == bounded {
			return bounded
		}
		all = min(all, this)
	}
	if len(values) == 0 {
		return unknown
	}
	return all
}

// arguments returns what the callers of decl in the package pass for its parameter v, and
// whether there are no others.
func (b *bounds) arguments(decl *ast.FuncDecl, v *types.Var) (args []ast.Expr, all bool) {
	fn, ok := b.p.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok {
		return nil, false
	}
	index := astindex.Of(b.p.Pass)
	i := slices.Index(slices.Collect(fn.Signature().Params().Variables()), v)
	if i < 0 {
		return nil, false
	}
	for _, call := range index.Calls[fn] {
		if i >= len(call.Expr.Args) {
			return nil, false
		}
		args = append(args, call.Expr.Args[i])
	}
	return args, len(index.Values[fn]) == 0 && (!fn.Exported() || b.p.Pkg.Name() == "main")
}
