package transaction

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix defers Rollback, where that does nothing after Commit; else it calls it before each
// return that leaves the transaction open.
func fix(p *check.Pass, s *site.Site, name string, value ssa.Value, exits []site.Exit) *edit.Fix {
	t := callmatch.Deref(value.Type())
	end := ender(t)
	if end == "" {
		return nil
	}
	takes, late := catalog.RollbackLate[callmatch.TypeName(t)]
	arg := ""
	if takes != "" {
		if arg = contextArg(p, s); arg == "" {
			return nil
		}
	}
	call := name + "." + end + "(" + arg + ")"
	if late && begins(s.Func) {
		if f := s.Defer(p, call); f != nil {
			return f
		}
	}
	return s.Before(p, exits, name, call)
}

// contextArg returns the context that the transaction is begun with, if it is a variable.
func contextArg(p *check.Pass, s *site.Site) string {
	if len(s.Call.Args) == 0 {
		return ""
	}
	if id, ok := s.Call.Args[0].(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

// ender returns the method that rolls a transaction back.
func ender(t types.Type) string {
	for _, name := range []string{"Rollback", "Discard", "Abort"} {
		if hasMethod(types.NewPointer(t), name) || hasMethod(t, name) {
			return name
		}
	}
	return ""
}
