package lostrowupdate

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// record returns the record of gorm that the query fills and the statement stores, and what it stores in a column,
// nil where that is the record itself.
func (u *update) record() (held value, stored []ast.Expr) {
	dest := u.filled()
	if dest == nil {
		return value{}, nil
	}
	fn := callmatch.Callee(u.p.TypesInfo, u.write.At)
	if fn == nil {
		return value{}, nil
	}
	switch fn.Name() {
	case "Save", "Exec":
		if u.stores(dest) {
			return value{of: dest}, nil
		}
	case "Update", "UpdateColumn", "Updates", "UpdateColumns":
		if u.write.In == nil {
			return value{of: dest}, u.write.At.Args
		}
	}
	return value{}, nil
}

// filled returns the variable of the function around that the query fills.
func (u *update) filled() *types.Var {
	r := u.read
	if len(r.At.Args) == 0 {
		return nil
	}
	v := u.variable(r.At.Args[0])
	if r.In == nil || v == nil {
		return v
	}
	if r.Inner != r.At {
		return nil
	}
	return u.returned(value{of: v}).of
}

// variable returns the variable that an argument is, or the address of.
func (u *update) variable(arg ast.Expr) *types.Var {
	if held := u.pointee(arg); held.of != nil && held.field == nil {
		return held.of
	}
	v, _ := callmatch.Object(u.p.TypesInfo, arg).(*types.Var)
	return v
}

// stores reports whether the statement stores a record: its argument, or what its function is called with or on.
func (u *update) stores(record *types.Var) bool {
	w := u.write
	if w.In != nil && w.Inner != w.At {
		return false
	}
	parts := w.Call.Args
	if sel, ok := ast.Unparen(w.Call.Fun).(*ast.SelectorExpr); ok && w.In != nil {
		parts = append([]ast.Expr{sel.X}, parts...)
	}
	for _, part := range parts {
		if u.variable(part) == record {
			return true
		}
	}
	return false
}

// changed reports whether a record is changed by arithmetic on its own field before it is stored, or what is stored is
// computed from it.
func (u *update) changed(record value, stored []ast.Expr) bool {
	for _, expr := range stored {
		if u.computed(expr, record, 1) {
			return true
		}
	}
	return stored == nil && u.assigned(record)
}
