// Package astindex is an analyzer that records where each function and object of a package
// is declared, used and called, and which functions run as goroutines. It reports nothing.
// The index is built on first use, so packages in which no check gets that far pay nothing
// for it.
package astindex

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// Analyzer yields a [Lazy].
var Analyzer = &analysis.Analyzer{
	Name:       "astindex",
	Doc:        "index declarations, uses, calls and goroutine starts of a package",
	Requires:   []*analysis.Analyzer{inspect.Analyzer},
	ResultType: reflect.TypeFor[Lazy](),
	Run: func(pass *analysis.Pass) (any, error) {
		in := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
		return Lazy(sync.OnceValue(func() *Index { return build(pass, in) })), nil
	},
}

// Lazy builds the index on its first call. It is safe for concurrent use.
type Lazy func() *Index

// Of returns the index of the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Index { return pass.ResultOf[Analyzer].(Lazy)() }

// An Index answers questions about one package. Functions and fields stand for
// their generic origins.
type Index struct {
	Decls  map[*types.Func]*ast.FuncDecl
	Calls  map[*types.Func][]Call       // calls with a named callee; how tests call the rest of their package proves nothing
	Values map[*types.Func][]*ast.Ident // uses of a function other than calling it
	Uses   map[*types.Var][]*ast.Ident  // uses of variables and fields
	Starts []Start                      // in source order
	invoke map[*ast.FuncLit]ast.Node    // literals called in place, and the function around them
	copied func() map[*types.TypeName]bool
}

// A Call is one call in the package. In is the function around it, an
// *ast.FuncDecl or *ast.FuncLit, or nil at package level; Go is set when the
// call is that of a go statement.
type Call struct {
	Expr *ast.CallExpr
	In   ast.Node
	Go   bool
}

// A Start is a place where a goroutine begins. Exactly one of Lit and Func is
// set when the body is known: a literal, or a function or method of any package.
// Both are nil for a function value.
type Start struct {
	Node ast.Node      // the go statement, or the call of a starter
	Call *ast.CallExpr // the call that the go statement makes, or the starter's
	In   ast.Node      // the function around it, as in Call
	Lit  *ast.FuncLit
	Func *types.Func
}

type builder struct {
	*Index
	pass   *analysis.Pass
	info   *types.Info
	stack  []ast.Node // functions around the current node
	called map[*ast.Ident]bool
	goCall map[*ast.CallExpr]bool
}

func build(pass *analysis.Pass, in *inspector.Inspector) *Index {
	x := &builder{
		Index: &Index{
			Decls:  make(map[*types.Func]*ast.FuncDecl),
			Calls:  make(map[*types.Func][]Call),
			Values: make(map[*types.Func][]*ast.Ident),
			Uses:   make(map[*types.Var][]*ast.Ident),
			invoke: make(map[*ast.FuncLit]ast.Node),
			copied: sync.OnceValue(func() map[*types.TypeName]bool { return copiedTypes(pass) }),
		},
		pass:   pass,
		info:   pass.TypesInfo,
		called: make(map[*ast.Ident]bool),
		goCall: make(map[*ast.CallExpr]bool),
	}
	nodes := []ast.Node{
		(*ast.FuncDecl)(nil), (*ast.FuncLit)(nil), (*ast.GoStmt)(nil), (*ast.CallExpr)(nil), (*ast.Ident)(nil),
	}
	in.Nodes(nodes, func(n ast.Node, push bool) bool {
		x.visit(n, push)
		return true
	})
	return x.Index
}

func (x *builder) visit(n ast.Node, push bool) {
	switch n := n.(type) {
	case *ast.FuncDecl, *ast.FuncLit:
		if !push {
			x.stack = x.stack[:len(x.stack)-1]
			return
		}
		if decl, ok := n.(*ast.FuncDecl); ok {
			if fn, ok := x.info.Defs[decl.Name].(*types.Func); ok {
				x.Decls[fn] = decl
			}
		}
		x.stack = append(x.stack, n)
	case *ast.GoStmt:
		if push {
			x.goCall[n.Call] = true
			x.start(n, n.Call, n.Call.Fun)
		}
	case *ast.CallExpr:
		if push {
			x.call(n)
		}
	case *ast.Ident:
		if push {
			x.use(n)
		}
	}
}

// in returns the function around the current node.
func (x *builder) in() ast.Node {
	if len(x.stack) == 0 {
		return nil
	}
	return x.stack[len(x.stack)-1]
}

func (x *builder) call(call *ast.CallExpr) {
	if lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok && !x.goCall[call] {
		x.invoke[lit] = x.in()
	}
	fn := callmatch.Callee(x.info, call)
	if fn == nil {
		return
	}
	if fn.Pkg() != x.pass.Pkg || x.inTest(fn.Pos()) || !x.inTest(call.Pos()) {
		x.Calls[fn.Origin()] = append(x.Calls[fn.Origin()], Call{call, x.in(), x.goCall[call]})
	}
	if id := funcIdent(call.Fun); id != nil {
		x.called[id] = true
	}
	if s, ok := catalog.Starters[callmatch.Name(fn)]; ok && s.Arg < len(call.Args) {
		x.start(call, call, call.Args[s.Arg])
	}
}

func (x *builder) inTest(pos token.Pos) bool {
	file := x.pass.Fset.File(pos)
	return file != nil && strings.HasSuffix(file.Name(), "_test.go")
}

func (x *builder) use(id *ast.Ident) {
	switch obj := x.info.Uses[id].(type) {
	case *types.Func:
		if !x.called[id] {
			x.Values[obj.Origin()] = append(x.Values[obj.Origin()], id)
		}
	case *types.Var:
		x.Uses[obj.Origin()] = append(x.Uses[obj.Origin()], id)
	}
}

func (x *builder) start(node ast.Node, call *ast.CallExpr, fun ast.Expr) {
	x.Starts = append(x.Starts, startOf(x.info, node, call, fun, x.in()))
}

func startOf(info *types.Info, node ast.Node, call *ast.CallExpr, fun ast.Expr, in ast.Node) Start {
	s := Start{Node: node, Call: call, In: in}
	if lit, ok := ast.Unparen(fun).(*ast.FuncLit); ok {
		s.Lit = lit
	} else if fn := callmatch.Func(info, held(info, fun, in)); fn != nil {
		s.Func = fn.Origin()
	}
	return s
}

// held returns the expression that fun holds, if it is a local variable that holds nothing else,
// and else fun.
//
//	run := s.run
//	go run()
func held(info *types.Info, fun ast.Expr, in ast.Node) ast.Expr {
	id, ok := ast.Unparen(fun).(*ast.Ident)
	if !ok || in == nil {
		return fun
	}
	v, ok := info.Uses[id].(*types.Var)
	if !ok || v.Parent() == nil || v.Pos() < in.Pos() || in.End() <= v.Pos() {
		return fun
	}
	if value := localvar.Value(info, in, v); value != nil {
		return value
	}
	return fun
}

// With returns an index that knows more starts: those of a package's own helpers, such
// as func goSafe(f func()).
func (x *Index) With(starter func(*types.Func) (arg int, ok bool), info *types.Info) *Index {
	more := *x
	more.Starts = slices.Clone(x.Starts)
	for fn, calls := range x.Calls {
		arg, ok := starter(fn)
		if _, known := catalog.Starters[callmatch.Name(fn)]; !ok || known {
			continue
		}
		for _, c := range calls {
			if arg < len(c.Expr.Args) {
				more.Starts = append(more.Starts, startOf(info, c.Expr, c.Expr, c.Expr.Args[arg], c.In))
			}
		}
	}
	slices.SortStableFunc(more.Starts, func(a, b Start) int { return int(a.Node.Pos() - b.Node.Pos()) })
	return &more
}

// funcIdent returns the identifier that names the called function.
func funcIdent(fun ast.Expr) *ast.Ident {
	switch fun := ast.Unparen(fun).(type) {
	case *ast.Ident:
		return fun
	case *ast.SelectorExpr:
		return fun.Sel
	case *ast.IndexExpr:
		return funcIdent(fun.X)
	case *ast.IndexListExpr:
		return funcIdent(fun.X)
	}
	return nil
}
