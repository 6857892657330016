package servernotimeout

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/valueflow"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// An audience is the clients of the routes of a handler.
type audience struct {
	p        *check.Pass
	observes bool // there are metrics or profiles among them
	others   bool // or what operators do not ask for, or is not seen
	seen     map[*types.Var]bool
}

// forOperators reports whether a handler serves operators, and collectors of metrics, only:
// a client with access to profiles can do worse than to be slow, and metrics are collected
// by a trusted program. All known routes must be for operators, by their handlers,
// [catalog.ObservationPackages], or by their paths, [catalog.OperatorRoute], and some have
// to be metrics or profiles. A nil expression, like nil itself, is the default mux.
func forOperators(p *check.Pass, handler ast.Expr) bool {
	a := &audience{p: p, seen: make(map[*types.Var]bool)}
	a.handler(handler)
	return a.observes && !a.others
}

// namedForOperators reports whether the package, file or function around cur, or what the
// address of the server there is read from, has a name that says it is for operators. The
// address is nil if none is given.
func namedForOperators(p *check.Pass, cur inspector.Cursor, addr ast.Expr) bool {
	if addr != nil && astindex.AddressForOperators(addr) {
		return true
	}
	if astindex.HomeForOperators(p.Pass, cur.Node().Pos()) {
		return true
	}
	for decl := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		return catalog.ForOperators(decl.Node().(*ast.FuncDecl).Name.Name)
	}
	return false
}

// handler adds what an expression answers.
func (a *audience) handler(expr ast.Expr) {
	switch {
	case expr == nil || a.p.TypesInfo.Types[expr].IsNil():
		a.defaultMux()
	case a.observing(expr, true) || collects(a.p.TypesInfo.TypeOf(expr)):
		a.observes = true
	default:
		a.variable(valueflow.Variable(a.p.TypesInfo, expr))
	}
}

// variable adds what the handler in v answers: by its values, and by what it is given, also
// where it is the parameter of a function that the package calls.
func (a *audience) variable(v *types.Var) {
	switch {
	case v == nil:
		a.others = true
	case a.seen[v]:
	case isDefaultMux(v):
		a.defaultMux()
	case v.Kind() == types.ParamVar && !v.Embedded():
		a.seen[v] = true
		a.arguments(v)
		a.routes(v)
	case v.Kind() == types.LocalVar:
		a.seen[v] = true
		a.values(v)
		a.routes(v)
	default:
		a.others = true
	}
}

// values adds what a local variable holds: a router that is new, or another handler.
func (a *audience) values(v *types.Var) {
	values := valuesOf(a.p, v)
	if len(values) == 0 && !callmatch.IsType(v.Type(), "net/http.ServeMux") {
		a.others = true
	}
	for _, value := range values {
		if !a.newRouter(value) {
			a.handler(value)
		}
	}
}

// newRouter reports whether a value is a router without routes.
func (a *audience) newRouter(value ast.Expr) bool {
	switch value := ast.Unparen(value).(type) {
	case *ast.CallExpr:
		return catalog.NewRouters[callmatch.CalleeName(a.p.TypesInfo, value)]
	case *ast.UnaryExpr:
		return a.newRouter(value.X)
	case *ast.CompositeLit:
		return callmatch.IsType(a.p.TypesInfo.TypeOf(value), "net/http.ServeMux")
	}
	return false
}

// arguments adds what the package's calls pass for a parameter. A function that others may
// call, or that is used as a value, gets unknown arguments.
func (a *audience) arguments(param *types.Var) {
	index := astindex.Of(a.p.Pass)
	for fn, decl := range index.Decls {
		i := paramIndex(fn, param)
		if i < 0 {
			continue
		}
		calls := index.Calls[fn]
		if len(calls) == 0 || len(index.Values[fn]) > 0 || decl.Name.IsExported() && a.p.Pkg.Name() != "main" {
			a.others = true
		}
		for _, call := range calls {
			if i < len(call.Expr.Args) {
				a.handler(call.Expr.Args[i])
			}
		}
		return
	}
	a.others = true // of a literal
}

// paramIndex returns which parameter of fn v is, -1 for none.
func paramIndex(fn *types.Func, v *types.Var) int {
	params := fn.Signature().Params()
	for i := range params.Len() {
		if params.At(i) == v && !(fn.Signature().Variadic() && i == params.Len()-1) {
			return i
		}
	}
	return -1
}

// routes adds what a variable that holds a router is given.
func (a *audience) routes(v *types.Var) {
	in := a.p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for _, id := range astindex.Of(a.p.Pass).Uses[v] {
		if use, ok := astindex.Find(in, id); ok {
			a.use(use)
		} else {
			a.others = true
		}
	}
}

// use adds what becomes of the router that the expression at cur stands for.
func (a *audience) use(cur inspector.Cursor) {
	kind, i := cur.ParentEdge()
	switch parent := cur.Parent().Node().(type) {
	case *ast.SelectorExpr:
		call, ok := cur.Parent().Parent().Node().(*ast.CallExpr)
		if !ok || call.Fun != parent || !catalog.HandlerRegistrations[callmatch.CalleeName(a.p.TypesInfo, call)] {
			a.others = true
			return
		}
		a.route(call)
	case *ast.CallExpr:
		if kind == edge.CallExpr_Args && !served(a.p, cur) {
			a.argument(parent, i)
		}
	case *ast.AssignStmt:
		if kind == edge.AssignStmt_Rhs && len(parent.Lhs) == len(parent.Rhs) {
			a.assigned(parent.Lhs[i])
		}
	default:
		a.others = a.others || !served(a.p, cur)
	}
}

// argument adds the routes that a function adds to the router it is passed.
func (a *audience) argument(call *ast.CallExpr, i int) {
	fn := callmatch.Callee(a.p.TypesInfo, call)
	if fn == nil || fn.Pkg() != a.p.Pkg || astindex.Of(a.p.Pass).Decls[fn.Origin()] == nil || i >= fn.Signature().Params().Len() {
		a.others = true
		return
	}
	a.variable(fn.Origin().Signature().Params().At(i))
}

// assigned adds what the router is given in the variable that it is assigned to.
func (a *audience) assigned(lhs ast.Expr) {
	if sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr); ok && isServerHandler(a.p, sel) {
		return
	}
	a.variable(valueflow.Variable(a.p.TypesInfo, lhs))
}
