package httptimeout

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// reportFieldServer handles a server that lives, as a value, in a struct and is
// never given a limit there:
//
//	type app struct{ http.Server }
//	a.ListenAndServe()
//
// It reports whether call serves such a field. Silent when any expression of the
// struct's type has a limit, or the field as a whole, set.
func reportFieldServer(p *check.Pass, limits func() *settings, cur inspector.Cursor, call *ast.CallExpr) bool {
	if !catalog.HTTPServerMethods[callmatch.CalleeName(p.TypesInfo, call)] {
		return false
	}
	holder, field := serverField(p.TypesInfo, call)
	if field == nil || holder.Obj().Pkg() != p.Pkg {
		return false
	}
	set := limits()
	if set.unknown || set.public(p, field) && !field.Embedded() || filled(p, cur.Inspector(), holder, field) {
		return true
	}
	for v := range set.through {
		if v == field || callmatch.Named(v.Type()) == holder {
			return true
		}
	}
	if set.escapes(p, cur.Inspector(), field) || assigned(p, cur.Inspector(), field) {
		return true
	}
	recv := ast.Unparen(call.Fun).(*ast.SelectorExpr).X
	p.Report(check.Finding{
		At:      call,
		Message: fmt.Sprintf("%s has neither ReadHeaderTimeout nor ReadTimeout: %s", p.Source(recv), slowHeader),
		Fix:     fixFieldServer(p, cur, p.Source(recv)),
	})
	return true
}

// serverField returns the struct field of type http.Server, not a pointer, whose
// method call calls, and the named struct that has it.
func serverField(info *types.Info, call *ast.CallExpr) (*types.Named, *types.Var) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil, nil
	}
	if f := callmatch.Field(info, sel.X); f != nil && !isPointer(f.Type()) { // a.srv.Serve()
		inner := ast.Unparen(sel.X).(*ast.SelectorExpr)
		if s := info.Selections[inner]; len(s.Index()) == 1 && callmatch.IsType(f.Type(), httpServer) {
			return ownerOf(s.Recv(), f)
		}
		return nil, nil
	}
	s := info.Selections[sel] // a.Serve(), promoted
	if s == nil || len(s.Index()) != 2 {
		return nil, nil
	}
	named := callmatch.Named(s.Recv())
	if named == nil {
		return nil, nil
	}
	st, ok := named.Underlying().(*types.Struct)
	if !ok {
		return nil, nil
	}
	if f := st.Field(s.Index()[0]); callmatch.IsType(f.Type(), httpServer) && !isPointer(f.Type()) {
		return ownerOf(named, f)
	}
	return nil, nil
}

func ownerOf(t types.Type, f *types.Var) (*types.Named, *types.Var) {
	named := callmatch.Named(t)
	if named == nil {
		return nil, nil
	}
	return named.Origin(), f.Origin()
}

// filled reports whether a literal of the holder gives the field, or all fields.
func filled(p *check.Pass, in *inspector.Inspector, holder *types.Named, field *types.Var) bool {
	for cur := range in.Root().Preorder((*ast.CompositeLit)(nil)) {
		lit := cur.Node().(*ast.CompositeLit)
		if named := callmatch.Named(p.TypesInfo.TypeOf(lit)); named == nil || named.Origin() != holder || len(lit.Elts) == 0 {
			continue
		}
		if !isKeyed(lit) || litField(lit, field.Name()) != nil {
			return true
		}
	}
	return false
}

// escapes reports whether v goes where a limit could be set, by its address or
// through another name of it.
func (t *settings) escapes(p *check.Pass, in *inspector.Inspector, v *types.Var) bool {
	for _, id := range astindex.Of(p.Pass).Uses[v] {
		use, ok := astindex.Find(in, id)
		if !ok || inTest(p, id) {
			continue
		}
		if sel, ok := use.Parent().Node().(*ast.SelectorExpr); ok && sel.Sel == id {
			use = use.Parent() // a.srv
		}
		if t.leaves(p, use, true) {
			return true
		}
	}
	return false
}

// assigned reports whether v as a whole is assigned somewhere.
func assigned(p *check.Pass, in *inspector.Inspector, v *types.Var) bool {
	for cur := range in.Root().Preorder((*ast.AssignStmt)(nil)) {
		for _, lhs := range cur.Node().(*ast.AssignStmt).Lhs {
			if variable(p.TypesInfo, lhs) == v {
				return true
			}
		}
	}
	return false
}

func isPointer(t types.Type) bool {
	_, ok := types.Unalias(t).Underlying().(*types.Pointer)
	return ok
}

// withAmpersand returns the expression at cur together with the & before it.
func withAmpersand(cur inspector.Cursor) inspector.Cursor {
	if amp, ok := cur.Parent().Node().(*ast.UnaryExpr); ok && amp.Op == token.AND {
		return cur.Parent()
	}
	return cur
}

// named names what was made: the variable it is assigned to, or what it is.
func named(p *check.Pass, made inspector.Cursor, what string) string {
	if lhs := localvar.Target(made); lhs != nil && p.Source(lhs) != "_" {
		return what + " " + p.Source(lhs)
	}
	return what
}

// reportedAtReturn reports whether call is one of a constructor that only this
// package can call: what it returns is reported where it is made.
func reportedAtReturn(p *check.Pass, call *ast.CallExpr) bool {
	fn := callmatch.Callee(p.TypesInfo, call)
	return fn != nil && fn.Pkg() == p.Pkg && (!fn.Exported() || p.Pkg.Name() == "main")
}
