package servernotimeout

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/loopbackaddr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/valueflow"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// fieldServer handles a server that lives, as a value, in a struct and is
// never given a limit there:
//
//	type app struct{ http.Server }
//	a.ListenAndServe()
//
// It reports whether call serves such a field. What is put into the field as a whole is
// reported where it is made.
func (s *serverCheck) fieldServer(cur inspector.Cursor, call *ast.CallExpr) bool {
	p := s.p
	if !catalog.HTTPServerMethods[callmatch.CalleeName(p.TypesInfo, call)] {
		return false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	holder, field := serverField(p.TypesInfo, sel)
	if field == nil || holder.Obj().Pkg() != p.Pkg {
		return false
	}
	if filled(p, cur.Inspector(), holder, field) || assigned(p, cur.Inspector(), field) {
		return true
	}
	f := s.followField(cur, holder, field)
	if len(call.Args) > 0 && loopbackaddr.Is(p, call.Args[0]) {
		f.Doubt(verdict.Endpoint, call)
	}
	recv := p.Source(sel.X)
	s.report(f, call, recv, func() *edit.Fix { return fixFieldServer(p, cur, recv) })
	return true
}

// followField follows a server that is the field of a struct, to which a limit may also be set through
// the struct that embeds it.
func (s *serverCheck) followField(cur inspector.Cursor, holder *types.Named, field *types.Var) *valueflow.Flow {
	set := s.settings(cur.Inspector())
	f := valueflow.FollowVar(s.p, set, cur, field, valueflow.HTTPServer)
	for v, at := range set.Through {
		if callmatch.Named(v.Type()) != nil && callmatch.Named(v.Type()).Origin() == holder {
			f.Limited = at
		}
	}
	return f
}

// setUp handles a server that a struct of the package embeds, that gets its address here, and that
// another package serves:
//
//	s := &Web{}
//	s.Addr = addr
func (s *serverCheck) setUp(cur inspector.Cursor, assign *ast.AssignStmt) {
	p := s.p
	for _, lhs := range assign.Lhs {
		sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr)
		if !ok || p.TypesInfo.Selections[sel] == nil || callmatch.OwnedField(p.TypesInfo.Selections[sel]) != valueflow.HTTPServer+".Addr" {
			continue
		}
		holder, field := serverField(p.TypesInfo, sel)
		if field == nil || holder.Obj().Pkg() != p.Pkg || filled(p, cur.Inspector(), holder, field) || assigned(p, cur.Inspector(), field) || servedHere(p, cur.Inspector(), field) {
			continue
		}
		recv := p.Source(sel.X)
		s.report(s.followField(cur, holder, field), lhs, recv, func() *edit.Fix { return fixFieldServer(p, cur, recv) })
	}
}

// servedHere reports whether the package serves a field, where it is reported.
func servedHere(p *check.Pass, in *inspector.Inspector, field *types.Var) bool {
	for _, to := range calls.All(p.Pass) {
		call := to.Expr
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok || !catalog.HTTPServerMethods[to.Name] {
			continue
		}
		if _, served := serverField(p.TypesInfo, sel); served == field {
			return true
		}
	}
	return false
}

// serverField returns the struct field of type http.Server, not a pointer, whose
// method or field sel selects, and the named struct that has it.
func serverField(info *types.Info, sel *ast.SelectorExpr) (*types.Named, *types.Var) {
	if f := callmatch.Field(info, sel.X); f != nil && !valueflow.IsPointer(f.Type()) { // a.srv.Serve()
		inner := ast.Unparen(sel.X).(*ast.SelectorExpr)
		if s := info.Selections[inner]; len(s.Index()) == 1 && callmatch.IsType(f.Type(), valueflow.HTTPServer) {
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
	if f := st.Field(s.Index()[0]); callmatch.IsType(f.Type(), valueflow.HTTPServer) && !valueflow.IsPointer(f.Type()) {
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
		if !isKeyed(lit) || astindex.LitField(lit, field.Name()) != nil {
			return true
		}
	}
	return false
}

// assigned reports whether v as a whole is assigned somewhere.
func assigned(p *check.Pass, in *inspector.Inspector, v *types.Var) bool {
	for cur := range in.Root().Preorder((*ast.AssignStmt)(nil)) {
		for _, lhs := range cur.Node().(*ast.AssignStmt).Lhs {
			if valueflow.Variable(p.TypesInfo, lhs) == v {
				return true
			}
		}
	}
	return false
}

// named names what was made: the variable it is assigned to, or what it is.
func named(p *check.Pass, made inspector.Cursor, what string) string {
	if lhs := localvar.Target(made); lhs != nil && p.Source(lhs) != "_" {
		return what + " " + p.Source(lhs)
	}
	return what
}
