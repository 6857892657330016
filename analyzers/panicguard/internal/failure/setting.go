package failure

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// Setting reports whether a value is read from a configuration, by the name of its type or of the field that holds it.
func Setting(v ssa.Value) bool {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		v = load.X
	}
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return catalog.NamesSettings(ssaflow.Field(v).Name()) || catalog.NamesSettings(callmatch.TypeName(callmatch.Deref(v.X.Type()))) || Setting(v.X)
	case *ssa.Lookup:
		return Setting(v.X)
	case *ssa.Parameter:
		return catalog.NamesSettings(callmatch.TypeName(callmatch.Deref(v.Type())))
	}
	return false
}
