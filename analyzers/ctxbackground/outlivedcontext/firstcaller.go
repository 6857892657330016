package outlivedcontext

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/intent"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportFirst reports what the first call makes for all later ones, and what works with the context of that call:
//
//	func (c *Client) session(ctx context.Context) *session {
//		if c.sess == nil {
//			c.sess = openSession(ctx) // which starts a goroutine that runs until ctx ends
//		}
//		return c.sess
//	}
//
// The test for nil, for an element of a map, and a sync.Once tell that it is made once. Silent in functions that
// begin the work, by their name: their context is that of the work.
func reportFirst(p *check.Pass, cur inspector.Cursor) {
	call := cur.Node().(*ast.CallExpr)
	decl := astindex.DeclAround(cur)
	fn, ok := decl.(*ast.FuncDecl)
	if !ok || fn.Body == nil || beginsWork(fn.Name.Name) {
		return
	}
	for _, arg := range call.Args {
		ctx := ofCaller(p, fn, arg)
		if ctx == nil || !keepsContext(p, cur, call, arg) {
			continue
		}
		kept := keptFor(p, fn, cur)
		if kept == nil {
			continue
		}
		reportFirstCall(p, cur, arg, ctx, kept, fn)
		return
	}
}

func reportFirstCall(p *check.Pass, cur inspector.Cursor, arg ast.Expr, ctx, kept *types.Var, fn *ast.FuncDecl) {
	if pos, ok := intent.Wanted(p, cur); ok {
		p.Safe(arg, p.Source(arg), verdict.Wanted, pos)
		return
	}
	var doubts []check.Doubt
	if ctxscope.AlwaysRoot(p.Pass, cur, ctx) {
		doubts = append(doubts, check.Doubting(verdict.RootPassed, ctx.Pos()))
	}
	if b, ok := kept.Type().Underlying().(*types.Basic); ok && b.Kind() == types.Bool { // the goroutine may reset it
		doubts = append(doubts, check.Doubting(verdict.SetElsewhere, kept.Pos()))
	}
	p.Report(check.Finding{
		At: arg,
		Message: fmt.Sprintf("what %s keeps for all later calls of %s stops when the first caller's context ends: it works with %s",
			kept.Name(), fn.Name.Name, p.Source(arg)),
		Trace:  []check.Hop{{Pos: ctx.Pos(), Message: "the context of one call"}},
		Doubts: doubts,
		Fix:    fixFirst(p, fn, arg),
	})
}

// beginsWork reports whether a function begins work by its name.
func beginsWork(name string) bool {
	switch catalog.Words(name)[0] {
	case "start", "run", "open", "begin", "init", "connect", "listen", "serve", "new", "setup", "restart", "reconnect":
		return true
	}
	return false
}

// ofCaller returns the parameter of the function that a context is.
func ofCaller(p *check.Pass, fn *ast.FuncDecl, arg ast.Expr) *types.Var {
	id, ok := ast.Unparen(arg).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := p.TypesInfo.Uses[id].(*types.Var)
	if !ok || !ctxscope.IsContext(v.Type()) || v.Pos() < fn.Type.Params.Pos() || v.Pos() >= fn.Type.Params.End() {
		return nil
	}
	return v
}

// keepsContext reports whether a function of the package keeps a context that it is passed, or is a goroutine
// that loops until its end.
func keepsContext(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr, arg ast.Expr) bool {
	fn := callmatch.Callee(p.TypesInfo, call)
	if fn == nil || fn.Pkg() != p.Pkg {
		return false
	}
	i := slices.Index(call.Args, arg)
	if _, starts := cur.Parent().Node().(*ast.GoStmt); !starts {
		return ctxuse.Of(p.Pass).Kept(fn, i)
	}
	decl := astindex.Of(p.Pass).Decls[fn.Origin()]
	loops := false
	if decl != nil && decl.Body != nil {
		ast.Inspect(decl.Body, func(n ast.Node) bool {
			loops = loops || n != nil && unbounded(p, n)
			return !loops
		})
	}
	return loops
}

// fixFirst passes the one context that the receiver keeps.
func fixFirst(p *check.Pass, fn *ast.FuncDecl, arg ast.Expr) *edit.Fix {
	if fn.Recv == nil || len(fn.Recv.List[0].Names) == 0 || fn.Recv.List[0].Names[0].Name == "_" {
		return nil
	}
	recv := fn.Recv.List[0].Names[0]
	st, ok := callmatch.Deref(p.TypesInfo.TypeOf(fn.Recv.List[0].Type)).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	field := ""
	for f := range st.Fields() {
		if !ctxscope.IsContext(f.Type()) {
			continue
		}
		if field != "" {
			return nil
		}
		field = f.Name()
	}
	if field == "" {
		return nil
	}
	e := p.Edit(arg.Pos())
	e.Replace(arg.Pos(), arg.End(), recv.Name+"."+field)
	return e.Fix("Pass "+recv.Name+"."+field, "it has none of the values of "+p.Source(arg))
}
