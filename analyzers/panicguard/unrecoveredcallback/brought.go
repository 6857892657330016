package unrecoveredcallback

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// A bringing knows which variables of a function hold what a request has brought: its body, its form, and
// what is decoded from these.
type bringing struct {
	c        *callbacks
	vars     map[*types.Var]bool
	requests map[*types.Var]bool // the requests themselves, or what a web framework has in their place
}

// to returns what is brought to a function, which is a handler, or is passed it by one, depth calls deep.
func (b *bringing) to(fn ast.Node, depth int) *bringing {
	sig := astindex.Signature(b.c.p.TypesInfo, fn)
	if sig == nil || depth == 0 {
		return nil
	}
	if astindex.AnswersRequests(sig) {
		b.handler(sig)
	} else if decl, ok := fn.(*ast.FuncDecl); ok {
		obj, _ := b.c.p.TypesInfo.Defs[decl.Name].(*types.Func)
		for _, call := range b.c.index.Calls[obj] {
			if from := (&bringing{c: b.c}); call.In != fn && from.to(call.In, depth-1) != nil {
				b.passes(call.Expr, sig, from)
			}
		}
	}
	b.spread(astindex.FuncBody(fn))
	return b
}

func (b *bringing) handler(sig *types.Signature) {
	b.requests = make(map[*types.Var]bool)
	for param := range sig.Params().Variables() {
		name := callmatch.TypeName(callmatch.Deref(param.Type()))
		b.requests[param] = name == "net/http.Request" || catalog.RequestContexts[name]
	}
}

// passes notes the parameters of a function that a call passes what the request has brought.
func (b *bringing) passes(call *ast.CallExpr, sig *types.Signature, from *bringing) {
	for i, arg := range call.Args {
		if i < sig.Params().Len() && from.mentioned(arg) {
			b.add(sig.Params().At(i))
		}
	}
}

func (b *bringing) add(v *types.Var) {
	if !isData(v.Type()) {
		return
	}
	if b.vars == nil {
		b.vars = make(map[*types.Var]bool)
	}
	b.vars[v] = true
}

func (b *bringing) addRoot(expr ast.Expr) {
	if v, ok := callmatch.Root(b.c.p.TypesInfo, expr).(*types.Var); ok {
		b.add(v)
	}
}

// spread adds what a body sets from what was brought, and what it lets a call fill that is given it:
// json.NewDecoder(r.Body).Decode(&order).
func (b *bringing) spread(body *ast.BlockStmt) {
	if body == nil || b.vars == nil && b.requests == nil {
		return
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if slices.ContainsFunc(n.Rhs, func(e ast.Expr) bool { return b.mentioned(e) }) {
				for _, lhs := range n.Lhs {
					b.addRoot(lhs)
				}
			}
		case *ast.RangeStmt:
			if n.Value != nil && b.mentioned(n.X) {
				b.addRoot(n.Value)
			}
		case *ast.CallExpr:
			for _, arg := range n.Args {
				if addr, ok := ast.Unparen(arg).(*ast.UnaryExpr); ok && b.mentioned(n) {
					b.addRoot(addr.X)
				}
			}
		}
		return true
	})
}

// mentioned reports whether an expression is made of what was brought. A literal of a function is not.
func (b *bringing) mentioned(expr ast.Expr) bool {
	found := false
	ast.Inspect(expr, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.Ident:
			v, _ := b.c.p.TypesInfo.ObjectOf(n).(*types.Var)
			found = found || v != nil && b.vars[v]
		case *ast.SelectorExpr:
			found = found || catalog.RequestBodies[n.Sel.Name] && b.isRequest(n.X)
		case *ast.CallExpr:
			found = found || slices.ContainsFunc(n.Args, b.isRequest) && catalog.NamedDecode(b.c.p.Name(n.Fun))
		}
		return !found
	})
	return found
}

func (b *bringing) isRequest(expr ast.Expr) bool {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok {
		return false
	}
	v, _ := b.c.p.TypesInfo.ObjectOf(id).(*types.Var)
	return v != nil && b.requests[v]
}

// isData reports whether values of a type have parts for which a client chooses the form.
func isData(t types.Type) bool {
	if t == nil || callmatch.IsError(t) || callmatch.TypeName(t) == "context.Context" {
		return false
	}
	switch callmatch.Deref(t).Underlying().(type) {
	case *types.Basic, *types.Chan, *types.Signature:
		return false
	}
	return true
}

// isRaw reports whether a value of a type is bytes, or what they are read from.
func isRaw(t types.Type) bool {
	if slice, ok := t.Underlying().(*types.Slice); ok {
		elem, ok := slice.Elem().Underlying().(*types.Basic)
		return ok && elem.Kind() == types.Uint8
	}
	fn, _, _ := types.LookupFieldOrMethod(t, true, nil, "Read")
	return fn != nil
}
