package transactions

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// A Kind says what the values of a type are.
type Kind int

// The kinds.
const (
	No       Kind = iota // something else
	Tx                   // transactions of a database
	TxOrPool             // those, or what they are begun on
)

// TypeOf returns the kind of a type: one of the catalog, one that embeds it, or the transaction that ent
// generates.
func TypeOf(t types.Type) Kind {
	if t == nil {
		return No
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Commit")
	commit, ok := obj.(*types.Func)
	if !ok {
		return No
	}
	switch of := callmatch.TypeName(callmatch.Deref(commit.Signature().Recv().Type())); {
	case catalog.TxTypes[of], hasAll(t, catalog.EntTxMethods):
		return Tx
	case catalog.TxOrPoolTypes[of]:
		return TxOrPool
	}
	return No
}

func hasAll(t types.Type, methods map[string]bool) bool {
	for name := range methods {
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		if _, ok := obj.(*types.Func); !ok {
			return false
		}
	}
	return true
}

// BegunItself returns the variable of which a call begins a transaction, nil if it does not:
//
//	session := engine.NewSession()
//	err := session.Begin()
func BegunItself(info *types.Info, call *ast.CallExpr) types.Object {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !catalog.TxBeginsItself[callmatch.CalleeName(info, call)] {
		return nil
	}
	return callmatch.Object(info, sel.X)
}
