package stopfix

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// An owned goroutine belongs to a value: it is a method of it, or a literal that works on what the
// function around it makes and returns. It should end with that value, and not with the process.
type owned struct {
	p     *check.Pass
	loop  inspector.Cursor
	decl  *ast.FuncDecl // around the loop
	name  string        // what the goroutine calls the value
	owner *types.Named
}

// endWithOwner ends a loop with the stop channel that it was passed, a <-chan struct{}, or
// with the value that it belongs to: by a signal that the value sends already when it is
// stopped, else by one that it gets, which its Stop, Close or Shutdown sends once, waiting
// for the goroutine; if it has none of these, it gets a Stop. It returns nil if the
// goroutine belongs to nothing, or the edit cannot be made in this file.
func endWithOwner(p *check.Pass, loop inspector.Cursor) *edit.Fix {
	if done := handedIn(p, loop); done != "" {
		e := p.Edit(loop.Node().Pos())
		if (&owned{p: p, loop: loop}).endOn(e, done) {
			return e.Fix("End the loop when "+done+" is closed", "the goroutine now ends with "+done)
		}
	}
	o := ownedBy(p, loop)
	if o == nil {
		return nil
	}
	e := p.Edit(loop.Node().Pos())
	if done, by := o.raised(); done != "" {
		if !o.endOn(e, done) {
			return nil
		}
		return e.Fix("End the loop when "+by+" says so, with a case for <-"+done, "")
	}
	n := newStop(o, e)
	if n == nil || !o.endOn(e, o.name+"."+n.signal) || !n.write() {
		return nil
	}
	return e.Fix(n.title, n.changes)
}

// handedIn returns the parameter of a function around the loop that can only be there to tell of an
// end, "" if there is none in scope.
func handedIn(p *check.Pass, loop inspector.Cursor) string {
	for c := range loop.Enclosing((*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		for _, field := range syntax.FuncType(c.Node()).Params.List {
			ch, ok := p.TypesInfo.TypeOf(field.Type).Underlying().(*types.Chan)
			if !ok || ch.Dir() != types.RecvOnly || !callmatch.IsEmpty(ch.Elem()) {
				continue
			}
			for _, name := range field.Names {
				_, obj := p.Pkg.Scope().Innermost(loop.Node().Pos()).LookupParent(name.Name, loop.Node().Pos())
				if obj != nil && obj == p.TypesInfo.Defs[name] {
					return name.Name
				}
			}
		}
	}
	return ""
}

// ownedBy returns the value that the goroutine around a loop belongs to, nil for none.
func ownedBy(p *check.Pass, loop inspector.Cursor) *owned {
	for c := range loop.Enclosing((*ast.FuncDecl)(nil)) {
		decl := c.Node().(*ast.FuncDecl)
		var id *ast.Ident
		if decl.Recv != nil && len(decl.Recv.List[0].Names) > 0 {
			id = decl.Recv.List[0].Names[0]
		} else if decl.Recv == nil {
			id = returnedOwner(p, decl, loop)
		}
		if id == nil || id.Name == "_" {
			return nil
		}
		v, ok := p.TypesInfo.Defs[id].(*types.Var)
		if !ok {
			return nil
		}
		pointer, ok := types.Unalias(v.Type()).(*types.Pointer)
		if !ok {
			return nil
		}
		owner := callmatch.Named(pointer.Elem())
		if owner == nil || owner.Obj().Pkg() != p.Pkg {
			return nil
		}
		if _, ok := owner.Underlying().(*types.Struct); !ok || owner.Obj().Parent() != p.Pkg.Scope() {
			return nil
		}
		return &owned{p, loop, decl, id.Name, owner.Origin()}
	}
	return nil
}

// returnedOwner returns the variable of a function that a loop in one of its literals works on, and
// that the function returns.
func returnedOwner(p *check.Pass, decl *ast.FuncDecl, loop inspector.Cursor) *ast.Ident {
	returned := make(map[types.Object]bool)
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if ret, ok := n.(*ast.ReturnStmt); ok && len(ret.Results) > 0 {
			if id, ok := ast.Unparen(ret.Results[0]).(*ast.Ident); ok {
				returned[p.TypesInfo.Uses[id]] = true
			}
		}
		return true
	})
	var owner types.Object
	ast.Inspect(loop.Node(), func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && owner == nil && returned[p.TypesInfo.Uses[id]] {
			owner = p.TypesInfo.Uses[id]
		}
		return owner == nil
	})
	var def *ast.Ident
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && owner != nil && p.TypesInfo.Defs[id] == owner {
			def = id
		}
		return def == nil
	})
	return def
}

// raised returns the channel to receive from that the owner's stop method closes or
// cancels, "" if there is none, and which method that is.
func (o *owned) raised() (done, by string) {
	st := o.owner.Underlying().(*types.Struct)
	for field := range st.Fields() {
		ch, ok := field.Type().Underlying().(*types.Chan)
		if !ok || !callmatch.IsEmpty(ch.Elem()) {
			continue
		}
		if by := o.stopWith(field, true); by != "" {
			return o.name + "." + field.Name(), by
		}
	}
	for field := range st.Fields() {
		if !ctxscope.IsContext(field.Type()) || field.Embedded() {
			continue
		}
		for cancel := range st.Fields() {
			if by := o.stopWith(cancel, false); by != "" && callmatch.Named(cancel.Type()) != nil && callmatch.Named(cancel.Type()).Obj().Name() == "CancelFunc" {
				return o.name + "." + field.Name() + ".Done()", by
			}
		}
	}
	return "", ""
}

// stopWith returns the stop method of the owner that closes what is in a field, or calls it.
func (o *owned) stopWith(field *types.Var, closes bool) string {
	for _, id := range astindex.Of(o.p.Pass).Uses[field.Origin()] {
		cur, ok := ssainstr.CursorAt(o.p, id.Pos())
		if !ok {
			continue
		}
		call := callAround(cur)
		if call == nil {
			continue
		}
		fun, isName := ast.Unparen(call.Fun).(*ast.Ident)
		closed := isName && fun.Name == "close" && o.p.TypesInfo.Types[fun].IsBuiltin()
		called := syntax.Within(call.Fun, id.Pos())
		if closes && !closed || !closes && !called {
			continue
		}
		for c := range cur.Enclosing((*ast.FuncDecl)(nil)) {
			fn, _ := o.p.TypesInfo.Defs[c.Node().(*ast.FuncDecl).Name].(*types.Func)
			if fn != nil && fn.Signature().Recv() != nil && o.is(fn.Signature().Recv().Type()) && slices.Contains(catalog.StopMethods, fn.Name()) && o.called(fn) {
				return fn.Name()
			}
		}
	}
	return ""
}

func callAround(cur inspector.Cursor) *ast.CallExpr {
	for c := range cur.Enclosing((*ast.CallExpr)(nil)) {
		return c.Node().(*ast.CallExpr)
	}
	return nil
}

// called reports whether a method may be called: an exported one may be from other
// packages.
func (o *owned) called(fn *types.Func) bool {
	index := astindex.Of(o.p.Pass)
	return fn.Exported() || len(index.Calls[fn.Origin()]) > 0 || len(index.Values[fn.Origin()]) > 0
}

// is reports whether t is the owner's type, or a pointer to it.
func (o *owned) is(t types.Type) bool {
	named := callmatch.Named(t)
	return named != nil && named.Origin() == o.owner
}
