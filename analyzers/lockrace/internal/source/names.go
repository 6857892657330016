package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
)

// ShortKey returns the key of a lock without the path of its package.
func ShortKey(p *check.Pass, key string) string {
	if own, ok := strings.CutPrefix(key, p.Pkg.Path()+"."); ok {
		return own
	}
	return key[strings.LastIndexByte(key, '/')+1:]
}

// NameAt returns what an access at pos is about: a field by its selector, or a
// variable. A field that is promoted from an embedded struct is accessed where its
// selector begins.
func NameAt(p *check.Pass, pos token.Pos) ast.Expr {
	if sel := SelectorAt(p, pos); sel != nil {
		return sel
	}
	for _, n := range PathTo(p, pos) {
		sel, ok := n.(*ast.SelectorExpr)
		if ok && sel.X.Pos() == pos && ofPackage(p, sel.X) {
			return sel
		}
		if s := p.TypesInfo.Selections[sel]; ok && sel.X.Pos() == pos && s != nil && s.Kind() == types.FieldVal && len(s.Index()) > 1 {
			return sel
		}
	}
	for _, n := range PathTo(p, pos) {
		if id, ok := n.(*ast.Ident); ok && id.Pos() == pos {
			if _, ok := p.TypesInfo.ObjectOf(id).(*types.Var); ok {
				return id
			}
		}
	}
	return nil
}

// ofPackage reports whether an expression names a package: what follows its dot is a variable of it.
func ofPackage(p *check.Pass, expr ast.Expr) bool {
	id, ok := expr.(*ast.Ident)
	if !ok {
		return false
	}
	_, ok = p.TypesInfo.Uses[id].(*types.PkgName)
	return ok
}

// CalledAt returns the function whose name is at pos, as it is called there.
func CalledAt(p *check.Pass, pos token.Pos) ast.Expr {
	if sel := SelectorAt(p, pos); sel != nil {
		return sel
	}
	for _, n := range PathTo(p, pos) {
		if id, ok := n.(*ast.Ident); ok && id.Pos() == pos {
			return id
		}
	}
	return nil
}

// Of returns what an access is about as the message calls it: an encoder is passed the object of the field that
// it reads.
func Of(p *check.Pass, a *access.Access, expr ast.Expr) string {
	if a.Encoded {
		return p.Source(expr) + "." + a.Field.Name()
	}
	return p.Source(expr)
}

// LastName returns the name of the field or variable.
func LastName(expr ast.Expr) string {
	if sel, ok := expr.(*ast.SelectorExpr); ok {
		return sel.Sel.Name
	}
	return expr.(*ast.Ident).Name
}

// SelectorAt returns the selector whose field name is at pos.
func SelectorAt(p *check.Pass, pos token.Pos) *ast.SelectorExpr {
	for _, n := range PathTo(p, pos) {
		if sel, ok := n.(*ast.SelectorExpr); ok && sel.Sel.Pos() == pos {
			return sel
		}
	}
	return nil
}

// UnlockName returns the method that releases what a mode of a lock acquired.
func UnlockName(read bool) string {
	if read {
		return "RUnlock"
	}
	return "Unlock"
}

// LockName returns the method that acquires a lock in a mode.
func LockName(read bool) string {
	if read {
		return "RLock"
	}
	return "Lock"
}
