package outlivedcontext

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxend"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// A way is how a value leaves a function.
type way int

const (
	resulting way = iota // as a result
	stored               // in a variable that was there before
	sent                 // through a channel, or a list, to another goroutine
)

// A destination is where a value goes that outlives the function.
type destination struct {
	way   way
	field *types.Var // the field or variable that holds a context by itself
}

// destinationOf returns where the value at cur goes, nil if it stays in fn, or if that is
// not known.
func destinationOf(p *check.Pass, fn, cur inspector.Cursor) *destination {
	for {
		kind, _ := cur.ParentEdge()
		parent := cur.Parent()
		switch n := parent.Node().(type) {
		case *ast.UnaryExpr, *ast.ParenExpr:
		case *ast.KeyValueExpr, *ast.CompositeLit:
		case *ast.ReturnStmt:
			return &destination{way: resulting}
		case *ast.SendStmt:
			if kind == edge.SendStmt_Value {
				return &destination{way: sent}
			}
			return nil
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); !ok || id.Name != "append" || kind == edge.CallExpr_Fun {
				return nil
			}
		case *ast.AssignStmt, *ast.ValueSpec:
			return assignedTo(p, fn, cur)
		default:
			return nil
		}
		cur = parent
	}
}

// assignedTo returns where the value at cur goes that is assigned to something.
func assignedTo(p *check.Pass, fn, cur inspector.Cursor) *destination {
	target := localvar.Target(cur)
	if target == nil {
		return nil
	}
	root, path := rootOf(p, target)
	if root == nil {
		return nil
	}
	if syntax.Within(fn.Node(), root) && !isParam(p, fn, root) {
		if returnsVar(p, fn, root) {
			return &destination{way: resulting}
		}
		return passedOn(p, fn, root)
	}
	if path == nil && isParam(p, fn, root) {
		return nil // a variable of the function's own
	}
	switch target := ast.Unparen(target).(type) {
	case *ast.IndexExpr:
		return &destination{way: sent}
	case *ast.SelectorExpr:
		field, _ := p.TypesInfo.Uses[target.Sel].(*types.Var)
		return &destination{way: stored, field: field}
	case *ast.Ident:
		return &destination{way: stored, field: root}
	}
	return nil
}

// rootOf returns the variable that a path of fields and elements begins with, and the path,
// nil for the variable alone.
func rootOf(p *check.Pass, expr ast.Expr) (*types.Var, ast.Expr) {
	var path ast.Expr
	for {
		switch e := ast.Unparen(expr).(type) {
		case *ast.SelectorExpr:
			if v, ok := p.TypesInfo.Uses[e.Sel].(*types.Var); ok && !v.IsField() {
				return v, path // of another package
			}
			path, expr = e, e.X
		case *ast.IndexExpr:
			path, expr = e, e.X
		case *ast.StarExpr:
			path, expr = e, e.X
		case *ast.Ident:
			v, _ := p.TypesInfo.ObjectOf(e).(*types.Var)
			return v, path
		default:
			return nil, nil
		}
	}
}

// isParam reports whether v is a parameter or the receiver of fn.
func isParam(p *check.Pass, fn inspector.Cursor, v *types.Var) bool {
	sig := syntax.SignatureOf(p, fn)
	return v == sig.Recv() || slices.Contains(slices.Collect(sig.Params().Variables()), v)
}

// passedOn returns where a local variable goes that holds a value: through a channel, or
// into a variable that was there before.
func passedOn(p *check.Pass, fn inspector.Cursor, v *types.Var) *destination {
	is := func(expr ast.Expr) bool {
		if addr, ok := ast.Unparen(expr).(*ast.UnaryExpr); ok {
			expr = addr.X
		}
		id, ok := ast.Unparen(expr).(*ast.Ident)
		return ok && p.TypesInfo.Uses[id] == v
	}
	for cur := range fn.Preorder((*ast.SendStmt)(nil), (*ast.AssignStmt)(nil)) {
		switch n := cur.Node().(type) {
		case *ast.SendStmt:
			if is(n.Value) {
				return &destination{way: sent}
			}
		case *ast.AssignStmt:
			for i, rhs := range n.Rhs {
				if len(n.Lhs) != len(n.Rhs) || !is(rhs) {
					continue
				}
				root, path := rootOf(p, n.Lhs[i])
				if path != nil && (!syntax.Within(fn.Node(), root) || isParam(p, fn, root)) {
					return &destination{way: sent}
				}
			}
		}
	}
	return nil
}

// keeperOf returns where the argument of a call goes which a function of the package keeps
// in its result or in its receiver, or sends to another goroutine; nil if it does neither.
func keeperOf(p *check.Pass, fn, cur inspector.Cursor, arg int) *destination {
	call := cur.Node().(*ast.CallExpr)
	callee := callmatch.Callee(p.TypesInfo, call)
	if callee == nil {
		return nil
	}
	decl := astindex.Of(p.Pass).Decls[callee.Origin()]
	sig := callee.Origin().Signature()
	if decl == nil || decl.Body == nil || arg >= sig.Params().Len() {
		return nil
	}
	way, field := keeps(p, decl, sig, sig.Params().At(arg))
	switch {
	case field == nil:
		return sends(p, syntax.CursorAt(cur.Inspector().Root(), decl), sig.Params().At(arg))
	case way == resulting:
		d := destinationOf(p, fn, cur)
		if d == nil || d.way != resulting {
			return nil
		}
		return d
	default:
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if root := ctxend.RootVar(p, sel); ok && root != nil && returnsVar(p, fn, root) {
			return &destination{way: resulting}
		}
	}
	return nil
}

// sends returns where a function puts its parameter v for another goroutine, nil if it does not, or waits
// for an answer.
//
//	func (o *Outbox) Add(ctx context.Context, m Mail) { o.queue <- queued{ctx, m} }
func sends(p *check.Pass, fn inspector.Cursor, v *types.Var) *destination {
	for _, use := range astindex.Of(p.Pass).Uses[v] {
		cur := syntax.CursorAt(fn, use)
		d := destinationOf(p, fn, cur)
		if around, ok := astindex.FuncAround(cur); ok && around == fn && d != nil && d.way == sent && !waitsBehind(p, fn, cur, fn.Node().Pos()).IsValid() {
			return d
		}
	}
	return nil
}

// keeps returns the field in which a function keeps its parameter v, of its receiver or of
// a value that it returns; nil if it does not.
func keeps(p *check.Pass, decl *ast.FuncDecl, sig *types.Signature, v *types.Var) (way, *types.Var) {
	var kept *types.Var
	how := resulting
	is := func(expr ast.Expr) bool {
		id, ok := ast.Unparen(expr).(*ast.Ident)
		return ok && p.TypesInfo.Uses[id] == v
	}
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			for _, result := range n.Results {
				if addr, ok := ast.Unparen(result).(*ast.UnaryExpr); ok {
					result = addr.X
				}
				if lit, ok := result.(*ast.CompositeLit); ok {
					kept = cmpOr(kept, fieldWith(p, lit, is))
				}
			}
		case *ast.AssignStmt:
			for i, rhs := range n.Rhs {
				sel, ok := ast.Unparen(n.Lhs[min(i, len(n.Lhs)-1)]).(*ast.SelectorExpr)
				if ok && is(rhs) && sig.Recv() != nil && ctxend.RootVar(p, sel) == sig.Recv() {
					kept, _ = p.TypesInfo.Uses[sel.Sel].(*types.Var)
					how = stored
				}
			}
		}
		return true
	})
	return how, kept
}

func cmpOr(a, b *types.Var) *types.Var {
	if a != nil {
		return a
	}
	return b
}

// fieldWith returns the field that a literal gives a value for which match is true.
func fieldWith(p *check.Pass, lit *ast.CompositeLit, match func(ast.Expr) bool) *types.Var {
	st, ok := p.TypesInfo.TypeOf(lit).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for i, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			key, isName := kv.Key.(*ast.Ident)
			if isName && match(kv.Value) {
				v, _ := p.TypesInfo.Uses[key].(*types.Var)
				return v
			}
		} else if match(elt) {
			return st.Field(i)
		}
	}
	return nil
}

// usedElsewhere reports whether a function that fn does not call uses a field or variable.
func usedElsewhere(p *check.Pass, fn inspector.Cursor, v *types.Var) bool {
	if v.Exported() {
		return true
	}
	index := astindex.Of(p.Pass)
	called := make(map[ast.Node]bool)
	callees(p, index, fn.Node(), called, 4)
	for _, use := range index.Uses[v.Origin()] {
		decl := declAt(p, use)
		if decl != nil && decl != fn.Node() && !called[decl] && !(decl.Pos() <= fn.Node().Pos() && fn.Node().End() <= decl.End()) {
			return true
		}
	}
	return false
}

// callees adds the functions of the package that n calls, directly or not.
func callees(p *check.Pass, index *astindex.Index, n ast.Node, set map[ast.Node]bool, depth int) {
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || depth == 0 {
			return true
		}
		if fn, ok := p.TypesInfo.Uses[id].(*types.Func); ok {
			if decl := index.Decls[fn.Origin()]; decl != nil && !set[decl] {
				set[decl] = true
				callees(p, index, decl, set, depth-1)
			}
		}
		return true
	})
}

// declAt returns the declared function around a node.
func declAt(p *check.Pass, n ast.Node) *ast.FuncDecl {
	for _, file := range p.Files {
		if file.Pos() > n.Pos() || n.Pos() >= file.End() {
			continue
		}
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Pos() <= n.Pos() && n.Pos() < fn.End() {
				return fn
			}
		}
	}
	return nil
}

// endKind returns what ends the context that a call makes: a deadline, a signal, a group.
func endKind(p *check.Pass, call *ast.CallExpr) string {
	return catalog.ContextEnds[callmatch.CalleeName(p.TypesInfo, call)]
}
