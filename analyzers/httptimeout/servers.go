package httptimeout

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
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
	holder, field := serverField(p.TypesInfo, call)
	if field == nil || holder.Obj().Pkg() != p.Pkg {
		return false
	}
	if filled(p, cur.Inspector(), holder, field) || assigned(p, cur.Inspector(), field) {
		return true
	}
	set := s.settings(cur.Inspector())
	f := followVar(p, set, cur, field, httpServer)
	for v, at := range set.through {
		if callmatch.Named(v.Type()) != nil && callmatch.Named(v.Type()).Origin() == holder {
			f.limited = at // through the struct that embeds it
		}
	}
	if len(call.Args) > 0 && isLocalAddr(p, call.Args[0]) {
		f.doubt(verdict.Endpoint, call)
	}
	recv := p.Source(ast.Unparen(call.Fun).(*ast.SelectorExpr).X)
	s.report(f, call, recv, func() *edit.Fix { return fixFieldServer(p, cur, recv) })
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

// madeByModule reports whether call is one of a constructor in the module that is looked
// at: what it returns is reported where it is made.
func madeByModule(p *check.Pass, call *ast.CallExpr) bool {
	return ofModule(p, callmatch.Callee(p.TypesInfo, call))
}

// ofModule reports whether a function is one of the module that is looked at.
func ofModule(p *check.Pass, fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	return fn.Pkg() == p.Pkg || p.Module != nil && p.Module.Path != "" && strings.HasPrefix(fn.Pkg().Path()+"/", p.Module.Path+"/")
}
