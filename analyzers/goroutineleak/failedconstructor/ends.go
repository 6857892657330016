package failedconstructor

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
)

// endNames are the functions that end a kind, beside those that say so by their names.
var endNames = map[kind][]string{
	child:        {"Wait", "Signal"},
	subscription: {"Unsubscribe", "Drain"},
}

func (o *opened) endedBy(name string) bool {
	return catalog.EndsByName(name) || slices.Contains(endNames[o.kind], name)
}

// ender returns the method without parameters of t that ends it, "" if there is none.
func (c *constructor) ender(t types.Type) string {
	for _, name := range slices.Concat(catalog.StopMethods, []string{"Rollback", "Unsubscribe"}) {
		if fn := method(c.p.Pkg, t, name); fn != nil && fn.Signature().Params().Len() == 0 && fn.Signature().Results().Len() <= 1 {
			return name
		}
	}
	return ""
}

// hasEnder reports whether t has a method that ends it, whatever its parameters.
func (c *constructor) hasEnder(t types.Type) bool {
	return slices.ContainsFunc(catalog.StopMethods, func(name string) bool { return method(c.p.Pkg, t, name) != nil })
}

func method(pkg *types.Package, t types.Type, name string) *types.Func {
	obj, _, _ := types.LookupFieldOrMethod(t, true, pkg, name)
	fn, _ := obj.(*types.Func)
	return fn
}

// ownContexts reports whether the arguments of a goroutine's call are none that a caller
// may end it with: a channel, or a context other than one whose cancel function only the
// value itself keeps.
//
//	ctx, cancel := context.WithCancel(context.Background())
//	w := &Worker{cancel: cancel}
//	go w.run(ctx)
func (c *constructor) ownContexts(call *ast.CallExpr) bool {
	return !slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
		t := c.p.TypesInfo.TypeOf(arg)
		if ctxscope.IsContext(t) {
			return !c.cancelKept(localOf(c.p.TypesInfo, arg))
		}
		return !plain(t)
	})
}

// plain reports whether a value of type t can carry no end: numbers, text, and maps and slices of
// these.
func plain(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return true
	case *types.Slice:
		return plain(u.Elem())
	case *types.Map:
		return plain(u.Key()) && plain(u.Elem())
	}
	return false
}

// cancelKept reports whether the function makes the context v of one that nothing ends,
// and does not call its cancel function itself.
func (c *constructor) cancelKept(v *types.Var) bool {
	if v == nil {
		return false
	}
	var cancel *types.Var
	called := false
	inOwn(c.body, func(n ast.Node) {
		if assign, ok := n.(*ast.AssignStmt); ok && len(assign.Lhs) == 2 && len(assign.Rhs) == 1 && localOf(c.p.TypesInfo, assign.Lhs[0]) == v {
			if call, ok := assign.Rhs[0].(*ast.CallExpr); ok && callmatch.CalleeName(c.p.TypesInfo, call) == "context.WithCancel" && isRoot(c.p.TypesInfo, call.Args[0]) {
				cancel = localOf(c.p.TypesInfo, assign.Lhs[1])
			}
		}
		if call, ok := n.(*ast.CallExpr); ok && cancel != nil {
			called = called || localOf(c.p.TypesInfo, call.Fun) == cancel
		}
	})
	return cancel != nil && !called
}

// endedByOwner reports whether a method of the owner that ends it, and the goroutine that
// call is, use a field in common: a channel, a cancel function, a connection.
func (c *constructor) endedByOwner(call *ast.CallExpr, owner *types.Var) bool {
	fn := callmatch.Callee(c.p.TypesInfo, call)
	if fn == nil { // a function in a field
		return false
	}
	decl := astindex.Of(c.p.Pass).Decls[fn.Origin()]
	return decl != nil && decl.Body != nil && loops(decl.Body) && c.sharesEnd(decl.Body, owner)
}

// worksFor returns the variable whose method ends the goroutine of a literal, nil if the
// literal does not loop, or if it is none.
func (c *constructor) worksFor(lit *ast.FuncLit) (found *types.Var) {
	if !loops(lit.Body) {
		return nil
	}
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && found == nil {
			v, ok := c.p.TypesInfo.Uses[id].(*types.Var)
			if ok && !v.IsField() && !syntax.Within(lit, v.Pos()) && (v == c.recv || syntax.Within(c.body, v.Pos())) && (c.sharesEnd(lit.Body, v) || c.servesOn(lit.Body, v)) {
				found = v
			}
		}
		return found == nil
	})
	return found
}

// loops reports whether a body has a loop without a condition, or serves.
func loops(body ast.Node) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt:
			found = found || n.Cond == nil
		case *ast.CallExpr:
			sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr)
			found = found || ok && catalog.BlockingWords[catalog.Words(sel.Sel.Name)[0]]
		}
		return !found
	})
	return found
}

// servesOn reports whether body calls a method of v that serves until v is closed.
func (c *constructor) servesOn(body ast.Node, v *types.Var) bool {
	return c.calls(body, func(call *ast.CallExpr) bool {
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		return ok && localOf(c.p.TypesInfo, sel.X) == v && catalog.BlockingWords[catalog.Words(sel.Sel.Name)[0]]
	})
}

// sharesEnd reports whether the method that ends owner uses a field that body uses as well,
// which may carry the end.
func (c *constructor) sharesEnd(body ast.Node, owner *types.Var) bool {
	used := c.endFields(body)
	for _, name := range catalog.StopMethods {
		fn := method(c.p.Pkg, owner.Type(), name)
		if fn == nil {
			continue
		}
		if decl := astindex.Of(c.p.Pass).Decls[fn.Origin()]; decl != nil && decl.Body != nil {
			for field := range c.endFields(decl.Body) {
				if used[field] {
					return true
				}
			}
		}
	}
	return false
}

// endFields returns the fields that a body uses and that can carry an end: channels,
// functions, contexts, and what has a method that ends it.
func (c *constructor) endFields(body ast.Node) map[*types.Var]bool {
	set := make(map[*types.Var]bool)
	ast.Inspect(body, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		field, ok := c.p.TypesInfo.Uses[sel.Sel].(*types.Var)
		if !ok || !field.IsField() {
			return true
		}
		switch field.Type().Underlying().(type) {
		case *types.Chan:
			set[field] = true
		default:
			if c.hasEnder(field.Type()) {
				set[field] = true
			}
		}
		return true
	})
	return set
}

// endsEach reports whether n is a list that holds what was opened, and a loop ends its elements:
//
//	for _, ln := range list {
//		ln.Close()
//	}
func (c *constructor) endsEach(o *opened, n ast.Node) (found bool) {
	list, ok := n.(ast.Expr)
	if !ok || !c.mentions(o.holders, list) {
		return false
	}
	inOwn(c.body, func(n ast.Node) {
		loop, ok := n.(*ast.RangeStmt)
		if !ok || loop.X != list || loop.Value == nil {
			return
		}
		each := localOf(c.p.TypesInfo, loop.Value)
		found = found || c.calls(loop.Body, func(call *ast.CallExpr) bool {
			sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
			return ok && each != nil && o.endedBy(sel.Sel.Name) && localOf(c.p.TypesInfo, sel.X) == each
		})
	})
	return found
}
