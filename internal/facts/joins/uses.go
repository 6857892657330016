package joins

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/closesonce"
)

type finder struct {
	pass  *analysis.Pass
	index *astindex.Index
}

// groups collects the fields that a body waits on, itself or through methods of the
// package.
func (f *finder) groups(body ast.Node, to map[*types.Var]bool, depth int) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			if lit, ok := ast.Unparen(n.Call.Fun).(*ast.FuncLit); ok && f.awaited(body, lit) {
				f.groups(lit.Body, to, 0)
			}
			return false
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			fn := callmatch.Callee(f.pass.TypesInfo, n)
			sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr)
			if !ok || fn == nil {
				return true
			}
			if field := callmatch.Field(f.pass.TypesInfo, sel.X); field != nil && catalog.Joins[callmatch.Name(fn)] {
				to[field] = true
			} else if decl := f.index.Decls[fn.Origin()]; decl != nil && decl.Body != nil && depth > 0 {
				f.groups(decl.Body, to, depth-1)
			}
		case *ast.UnaryExpr:
			if field := callmatch.Field(f.pass.TypesInfo, n.X); n.Op == token.ARROW && field != nil {
				to[field] = true
			}
		}
		return true
	})
}

// awaited reports whether a body receives what a goroutine that it starts tells at its end, by a channel of its
// own: it waits for what the goroutine waits for, up to a limit.
//
//	go func() { s.wg.Wait(); close(done) }()
//	select {
//	case <-done:
//	case <-ctx.Done():
//	}
func (f *finder) awaited(body ast.Node, lit *ast.FuncLit) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if n == ast.Node(lit) {
			return false
		}
		recv, ok := n.(*ast.UnaryExpr)
		if !ok || recv.Op != token.ARROW || found {
			return !found
		}
		if id, ok := ast.Unparen(recv.X).(*ast.Ident); ok {
			v, _ := f.pass.TypesInfo.Uses[id].(*types.Var)
			found = v != nil && Tells(f.pass.TypesInfo, lit.Body, v)
		}
		return !found
	})
	return found
}

// body returns what a goroutine runs, as far as the package has it.
func (f *finder) body(s astindex.Start) ast.Node {
	if s.Lit != nil {
		return s.Lit.Body
	}
	if decl := f.index.Decls[s.Func]; s.Func != nil && decl != nil && decl.Body != nil {
		return decl.Body
	}
	return nil
}

// tells reports whether a goroutine belongs to the group.
func (f *finder) tells(s astindex.Start, group *types.Var) bool {
	body := f.body(s)
	if body == nil {
		return false
	}
	if sel, ok := ast.Unparen(s.Call.Fun).(*ast.SelectorExpr); ok && s.Node == ast.Node(s.Call) && callmatch.Field(f.pass.TypesInfo, sel.X) == group {
		return true
	}
	return Tells(f.pass.TypesInfo, body, group)
}

// Tells reports whether a goroutine's body signals its return through v, a variable or
// field: by Done, by closing it, by sending on it.
func Tells(info *types.Info, body ast.Node, v *types.Var) bool {
	found := false
	is := func(expr ast.Expr) bool {
		if field := callmatch.Field(info, expr); field != nil {
			return field == v
		}
		id, ok := ast.Unparen(expr).(*ast.Ident)
		return ok && info.Uses[id] == v
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SendStmt:
			found = found || is(n.Chan)
		case *ast.CallExpr:
			if callmatch.IsBuiltin(info, n, "close") {
				found = found || is(n.Args[0])
			}
			if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok && catalog.WaitGroupMethods[callmatch.CalleeName(info, n)] == "done" {
				found = found || is(sel.X)
			}
		}
		return !found
	})
	return found
}

// uses collects the fields of one struct that a goroutine calls methods of, or passes on.
type uses struct {
	*finder
	of     *types.Struct
	fields map[string]bool
	types  map[string]bool // of what is used, nil where only fields count
	sends  map[string]bool // methods that send on a channel which another one closes
	at     token.Pos
	seen   map[ast.Node]bool
}

func (u *uses) body(body ast.Node, depth int) {
	if body == nil || u.seen[body] {
		return
	}
	u.seen[body] = true
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || u.pass.TypesInfo.Types[call.Fun].IsBuiltin() {
			return true
		}
		fn := callmatch.Callee(u.pass.TypesInfo, call)
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && fn != nil {
			u.note(sel.X)
			if u.types != nil && closesonce.Of(u.pass).Sends(fn) {
				u.sends[callmatch.Name(fn)] = true
			}
		}
		for _, arg := range call.Args {
			u.note(arg)
		}
		if fn == nil {
			u.note(u.value(body, call.Fun))
		}
		if decl := u.index.Decls[fn]; fn != nil && decl != nil && decl.Body != nil && depth > 0 {
			u.body(decl.Body, depth-1)
		}
		return true
	})
}

// value returns what a function value that is called is read from: the field with it, or the one with a list of
// functions that a loop calls.
//
//	sinks := p.sinks
//	for _, fn := range sinks {
//		fn(item)
//	}
func (u *uses) value(body ast.Node, expr ast.Expr) ast.Expr {
	for range 3 {
		id, ok := ast.Unparen(expr).(*ast.Ident)
		if !ok {
			break
		}
		from := definedFrom(u.pass.TypesInfo, body, id)
		if from == nil {
			break
		}
		expr = from
	}
	if index, ok := ast.Unparen(expr).(*ast.IndexExpr); ok {
		expr = index.X
	}
	return expr
}

// definedFrom returns what a variable is read from in a body: the list of a loop, or the value that it is
// assigned; nil if it is neither.
func definedFrom(info *types.Info, body ast.Node, id *ast.Ident) (from ast.Expr) {
	v := info.Uses[id]
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.RangeStmt:
			if value, ok := n.Value.(*ast.Ident); ok && v != nil && info.Defs[value] == v {
				from = n.X
			}
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				if to, ok := lhs.(*ast.Ident); ok && v != nil && info.ObjectOf(to) == v && len(n.Lhs) == len(n.Rhs) {
					from = n.Rhs[i]
				}
			}
		}
		return from == nil
	})
	return from
}

// note records the field that expr is, if the struct has it.
func (u *uses) note(expr ast.Expr) {
	u.noteType(expr)
	field := callmatch.Field(u.pass.TypesInfo, expr)
	if field == nil || u.of == nil {
		return
	}
	for own := range u.of.Fields() {
		if own.Origin() == field {
			u.fields[field.Name()] = true
			if !u.at.IsValid() || expr.Pos() < u.at {
				u.at = expr.Pos()
			}
		}
	}
}

// methodValues follows the methods of the struct that the function which starts a goroutine
// takes the values of, if the goroutine calls a function value: it may be one of them.
func (u *uses) methodValues(s astindex.Start) {
	if s.Lit == nil || s.In == nil || !u.callsValue(s.Lit) {
		return
	}
	called := make(map[ast.Expr]bool)
	ast.Inspect(s.In, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			called[n.Fun] = true
		case *ast.SelectorExpr:
			fn, ok := u.pass.TypesInfo.Uses[n.Sel].(*types.Func)
			if decl := u.index.Decls[fn]; ok && !called[n] && decl != nil && decl.Recv != nil && decl.Body != nil {
				u.body(decl.Body, 2)
			}
		}
		return true
	})
}

// callsValue reports whether a literal calls a variable.
func (u *uses) callsValue(lit *ast.FuncLit) bool {
	found := false
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			id, ok := ast.Unparen(call.Fun).(*ast.Ident)
			if ok {
				_, isVar := u.pass.TypesInfo.Uses[id].(*types.Var)
				found = found || isVar
			}
		}
		return !found
	})
	return found
}
