package closedchannelspin

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// closings are where the package closes the channels of its variables and fields.
type closings map[*types.Var][]inspector.Cursor

func closingsOf(p *check.Pass, in *inspector.Inspector) closings {
	set := make(closings)
	for cur, to := range calls.All(p.Pass) {
		call := to.Expr
		if !callmatch.IsBuiltin(p.TypesInfo, call, "close") {
			continue
		}
		if v := variable(p, call.Args[0]); v != nil {
			set[v] = append(set[v], cur)
		}
	}
	return set
}

// A closing is what closes a channel.
type closing struct {
	when string
	at   token.Pos // in the package; none where a library closes it
}

// of returns what closes the channel that an expression stands for, nil where nothing is known to.
func (c closings) of(p *check.Pass, loop inspector.Cursor, ch ast.Expr) *closing {
	if v := variable(p, ch); v != nil {
		for _, cur := range c[v] {
			if at := cur.Node().Pos(); !byLoop(cur, loop) {
				return &closing{"as at " + p.Where(at, ch.Pos()), at}
			}
		}
	}
	if when := closedByLibrary(p, astindex.DeclAround(loop), ch, maxCalls); when != "" {
		return &closing{when: when}
	}
	return nil
}

// maxCalls is how many functions of the package a channel may have come through.
const maxCalls = 2

// closedByLibrary returns when the library that made a channel closes it, "" where it is not known to:
// the channel is the result of its call, of a function that returns that, or a parameter that gets it.
func closedByLibrary(p *check.Pass, decl ast.Node, ch ast.Expr, depth int) string {
	if v := variable(p, ch); v != nil {
		if v.IsField() {
			return keptIn(p, v, depth)
		}
		if def := localvar.Definition(p.TypesInfo, decl, v); def != nil {
			ch = def
		} else if depth > 0 {
			return passedIn(p, decl, v, depth)
		}
	}
	call, ok := ast.Unparen(ch).(*ast.CallExpr)
	if !ok {
		return ""
	}
	callee := callmatch.Callee(p.TypesInfo, call)
	if when := catalog.ClosedByLibrary[callmatch.Name(callee)]; when != "" || callee == nil || depth == 0 {
		return when
	}
	if inner := astindex.Of(p.Pass).Decls[callee.Origin()]; inner != nil && inner.Body != nil {
		return returned(p, inner, depth)
	}
	return ""
}

// keptIn returns when the library closes the channels that all assignments of a field put there, but for nil.
//
//	a.deliveries, err = a.channel.Consume(…)
func keptIn(p *check.Pass, field *types.Var, depth int) (when string) {
	for _, id := range astindex.Of(p.Pass).Uses[field.Origin()] {
		cur, ok := ssainstr.CursorAt(p, id.Pos())
		if !ok {
			return ""
		}
		sel := cur.Parent()
		assign, ok := sel.Parent().Node().(*ast.AssignStmt)
		i := -1
		if ok {
			i = slices.IndexFunc(assign.Lhs, func(lhs ast.Expr) bool { return ast.Node(lhs) == sel.Node() })
		}
		if i < 0 {
			if _, key := sel.Node().(*ast.KeyValueExpr); key {
				return "" // made with the object
			}
			continue
		}
		value := assign.Rhs[min(i, len(assign.Rhs)-1)]
		if p.TypesInfo.Types[value].IsNil() {
			continue
		}
		if _, call := ast.Unparen(value).(*ast.CallExpr); !call || len(assign.Rhs) < len(assign.Lhs) && i > 0 || depth == 0 {
			return ""
		}
		if when = closedByLibrary(p, astindex.DeclAround(cur), value, depth-1); when == "" {
			return ""
		}
	}
	return when
}

// returned returns when the library closes a channel that a function returns.
func returned(p *check.Pass, decl *ast.FuncDecl, depth int) string {
	when := ""
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			for _, result := range n.Results {
				if _, isChan := p.TypesInfo.TypeOf(result).Underlying().(*types.Chan); isChan && when == "" {
					when = closedByLibrary(p, decl, result, depth-1)
				}
			}
		}
		return true
	})
	return when
}

// passedIn returns when the library closes the channel that all calls pass for a parameter.
func passedIn(p *check.Pass, decl ast.Node, v *types.Var, depth int) string {
	fd, ok := decl.(*ast.FuncDecl)
	if !ok || v.Kind() != types.ParamVar {
		return ""
	}
	fn, _ := p.TypesInfo.Defs[fd.Name].(*types.Func)
	when := ""
	for _, call := range astindex.Of(p.Pass).Calls[fn] {
		for i := range fn.Signature().Params().Len() {
			if fn.Signature().Params().At(i) == v && i < len(call.Expr.Args) {
				when = closedByLibrary(p, around(p, call.Expr), call.Expr.Args[i], depth-1)
			}
		}
		if when == "" {
			return ""
		}
	}
	return when
}

// around returns the declared function that a call is part of.
func around(p *check.Pass, call *ast.CallExpr) ast.Node {
	cur, ok := ssainstr.CursorAt(p, call.Pos())
	if !ok {
		return call
	}
	return astindex.DeclAround(cur)
}

// byLoop reports whether the function of the loop closes the channel itself, or defers
// that: the loop has ended before the close, or ends with it.
func byLoop(closing, loop inspector.Cursor) bool {
	fn := fnOf(loop)
	for c := range closing.Enclosing((*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		if c.Node() == fn {
			return true
		}
		if _, deferred := c.Parent().Parent().Node().(*ast.DeferStmt); !deferred {
			return false
		}
	}
	return false
}

// variable returns the local variable or field that expr names.
func variable(p *check.Pass, expr ast.Expr) *types.Var {
	switch e := ast.Unparen(expr).(type) {
	case *ast.Ident:
		v, _ := p.TypesInfo.ObjectOf(e).(*types.Var)
		return v
	case *ast.SelectorExpr:
		v, _ := p.TypesInfo.Uses[e.Sel].(*types.Var)
		return v
	}
	return nil
}
