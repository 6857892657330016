package ackedbeforehandled

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/delivery"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// acknowledged returns the variable with the message that a call acknowledges, be it in a
// helper of the package; nil if it does not.
func acknowledged(p *check.Pass, call *ast.CallExpr) *ast.Ident {
	if id := settled(p, call); id != nil {
		return id
	}
	decl := astindex.Of(p.Pass).Decls[callmatch.Callee(p.TypesInfo, call)]
	if decl == nil || decl.Body == nil {
		return nil
	}
	for i, param := range parameters(p, decl) {
		if i >= len(call.Args) {
			break
		}
		id, ok := ast.Unparen(delivery.Pointee(call.Args[i])).(*ast.Ident)
		if ok && param != nil && isMessage(param.Type()) && onlySettles(p, decl, param) {
			return id
		}
	}
	return nil
}

// settled returns the message that a call of the client settles.
func settled(p *check.Pass, call *ast.CallExpr) *ast.Ident {
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && catalog.Acknowledges[sel.Sel.Name] {
		id, _ := ast.Unparen(sel.X).(*ast.Ident)
		if id != nil {
			if isMessage(p.TypesInfo.TypeOf(id)) {
				return id
			}
		}
	}
	name := callmatch.CalleeName(p.TypesInfo, call)
	part, byPart := catalog.AcksByPart[name]
	for _, arg := range call.Args {
		if id, ok := ast.Unparen(delivery.Pointee(arg)).(*ast.Ident); ok && catalog.Settlements[typeName(p.TypesInfo.TypeOf(id))].Calls[name] {
			return id
		}
		if !byPart {
			continue
		}
		if id := identified(p, part, value(p, arg)); id != nil {
			return id
		}
	}
	return nil
}

// value returns what a local variable holds that is given to a call, or the argument itself.
func value(p *check.Pass, arg ast.Expr) ast.Expr {
	id, ok := ast.Unparen(arg).(*ast.Ident)
	if !ok {
		return arg
	}
	v, ok := p.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.IsField() || v.Parent() == nil {
		return arg
	}
	for _, file := range p.Files {
		if file.Pos() <= v.Pos() && v.Pos() < file.End() {
			if def := localvar.Value(p.TypesInfo, file, v); def != nil {
				return def
			}
		}
	}
	return arg
}

// identified returns the variable with the message whose part is in an expression, nil if
// there is none: rdb.XAck(ctx, stream, group, m.ID).
func identified(p *check.Pass, part catalog.Part, expr ast.Expr) (found *ast.Ident) {
	ast.Inspect(expr, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok || found != nil || sel.Sel.Name != part.Field {
			return found == nil
		}
		if id, ok := ast.Unparen(sel.X).(*ast.Ident); ok && callmatch.TypeName(p.TypesInfo.TypeOf(id)) == part.Type {
			found = id
		}
		return true
	})
	return found
}

// typeName is the name of a type, or of the elements of a slice.
func typeName(t types.Type) string {
	if t == nil {
		return ""
	}
	if list, ok := t.Underlying().(*types.Slice); ok && callmatch.Named(t) == nil {
		t = list.Elem()
	}
	return callmatch.TypeName(t)
}

// isMessage reports whether a type is that of a broker's messages.
func isMessage(t types.Type) bool {
	name := typeName(t)
	for _, part := range catalog.AcksByPart {
		if part.Type == name {
			return true
		}
	}
	_, ok := delivery.Settlement(t)
	return ok || catalog.AckedAnyway[name]
}

// parameters returns the parameters of a declaration, nil for those without a name.
func parameters(p *check.Pass, decl *ast.FuncDecl) (list []*types.Var) {
	for _, field := range decl.Type.Params.List {
		for _, name := range field.Names {
			v, _ := p.TypesInfo.Defs[name].(*types.Var)
			list = append(list, v)
		}
		if len(field.Names) == 0 {
			list = append(list, nil)
		}
	}
	return list
}

// onlySettles reports whether a function acknowledges a parameter and does nothing else
// with it. One with a result that is no error may return what it has read.
func onlySettles(p *check.Pass, decl *ast.FuncDecl, param *types.Var) bool {
	if results := decl.Type.Results; results != nil && (len(results.List) != 1 || !callmatch.IsError(p.TypesInfo.TypeOf(results.List[0].Type))) {
		return false
	}
	h := newHandling(p, param)
	settles, works := false, false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if id := settled(p, call); id != nil && p.TypesInfo.Uses[id] == types.Object(param) {
				settles = true
				return false
			}
		}
		_, handled := h.note(n)
		works = works || handled
		return true
	})
	return settles && !works
}

// uncommitted returns the variable with a message, of one of the types, that is read before
// cur and used after it: what a call that commits all that has been read is about.
func uncommitted(p *check.Pass, cur inspector.Cursor, kinds map[string]bool) *types.Var {
	stmt, ok := astindex.Statement(cur)
	for next, more := stmt.NextSibling(); ok && more; next, more = next.NextSibling() {
		for id := range next.Preorder((*ast.Ident)(nil)) {
			v, ok := p.TypesInfo.Uses[id.Node().(*ast.Ident)].(*types.Var)
			if ok && v.Pos() < cur.Node().Pos() && kinds[typeName(v.Type())] {
				return v
			}
		}
	}
	return nil
}
