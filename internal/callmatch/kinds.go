package callmatch

import (
	"go/ast"
	"go/token"
	"go/types"
)

var errorType = types.Universe.Lookup("error").Type()

// IsError reports whether t is the type error.
func IsError(t types.Type) bool { return t != nil && types.Identical(t, errorType) }

// IsErrorKind reports whether t is error, or an interface that embeds it.
func IsErrorKind(t types.Type) bool {
	return t != nil && types.IsInterface(t) && types.Implements(t, errorType.Underlying().(*types.Interface))
}

// CanFail reports whether the last result of a signature is an error.
func CanFail(sig *types.Signature) bool {
	n := sig.Results().Len()
	return n > 0 && IsError(sig.Results().At(n-1).Type())
}

// TestedError returns the error, of any type, that a condition err != nil tests, nil for
// other conditions.
func TestedError(info *types.Info, cond ast.Expr) ast.Expr {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || b.Op != token.NEQ || !info.Types[b.Y].IsNil() || !types.Implements(info.TypeOf(b.X), errorType.Underlying().(*types.Interface)) {
		return nil
	}
	return ast.Unparen(b.X)
}

// Compares reports whether an operator compares two values.
func Compares(op token.Token) bool {
	switch op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return true
	}
	return false
}

// IsEmpty reports whether t is a struct without fields: its values say nothing.
func IsEmpty(t types.Type) bool {
	st, ok := t.Underlying().(*types.Struct)
	return ok && st.NumFields() == 0
}

// IsSignal reports whether t is a channel of empty structs, which carries no data.
func IsSignal(t types.Type) bool {
	ch, ok := t.Underlying().(*types.Chan)
	return ok && IsEmpty(ch.Elem())
}

// IsSignals reports whether t is a channel of signals of the operating system.
func IsSignals(t types.Type) bool { return IsChanOf(t, "os.Signal") }

// IsChanOf reports whether t is a channel of values of the type of that name.
func IsChanOf(t types.Type, elem string) bool {
	if t == nil {
		return false
	}
	ch, ok := t.Underlying().(*types.Chan)
	return ok && IsType(ch.Elem(), elem)
}

// Root returns what a chain of selectors begins with: s in s.cmd.Process, nil where it
// begins with something else than a name.
func Root(info *types.Info, expr ast.Expr) types.Object {
	for {
		switch e := ast.Unparen(expr).(type) {
		case *ast.SelectorExpr:
			expr = e.X
		case *ast.Ident:
			return info.ObjectOf(e)
		default:
			return nil
		}
	}
}

// Object returns what a name or the last one of a selector denotes, nil for other expressions.
func Object(info *types.Info, expr ast.Expr) types.Object {
	switch e := ast.Unparen(expr).(type) {
	case *ast.SelectorExpr:
		return info.ObjectOf(e.Sel)
	case *ast.Ident:
		return info.ObjectOf(e)
	}
	return nil
}
