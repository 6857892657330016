package ctxuse

import (
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// This file holds what a function's name and signature tell, without its body.

func takesContext(sig *types.Signature) bool {
	for v := range sig.Params().Variables() {
		if IsContext(v.Type()) {
			return true
		}
	}
	return false
}

// tells recognizes an interface's method that takes a value and returns nothing: a logger,
// an alert, a metric. Work that may block has a result.
func tells(fn *types.Func) bool {
	sig := fn.Signature()
	return sig.Recv() != nil && types.IsInterface(sig.Recv().Type()) && sig.Results().Len() == 0 && sig.Params().Len() > 1
}

// records recognizes a function that writes a log and has nothing to say about it.
func records(fn *types.Func) bool {
	return fn.Signature().Results().Len() == 0 &&
		slices.ContainsFunc(catalog.Words(fn.Name()), func(word string) bool { return catalog.RecordWords[word] })
}

// prints recognizes a function that takes a text and any values and returns nothing, as
// loggers do.
func prints(sig *types.Signature) bool {
	last := sig.Params().Len() - 1
	if sig.Results().Len() > 0 || !sig.Variadic() || last == 0 {
		return false
	}
	values, ok := sig.Params().At(last).Type().(*types.Slice)
	text, isBasic := sig.Params().At(last - 1).Type().Underlying().(*types.Basic)
	if !ok || !isBasic || text.Kind() != types.String {
		return false
	}
	value, ok := values.Elem().Underlying().(*types.Interface)
	return ok && value.Empty()
}

// asContext reports whether argument i of fn is taken as a context. A function that takes
// it as any value, a logger most often, reads its values at most.
func asContext(fn *types.Func, i int) bool {
	sig := fn.Signature()
	if last := sig.Params().Len() - 1; sig.Variadic() && i >= last {
		slice, ok := sig.Params().At(last).Type().(*types.Slice)
		return !ok || IsContext(slice.Elem())
	}
	return i >= sig.Params().Len() || IsContext(sig.Params().At(i).Type())
}

// gives reports whether a result can be closed.
func gives(results *types.Tuple) bool {
	for v := range results.Variables() {
		obj, _, _ := types.LookupFieldOrMethod(v.Type(), true, nil, "Close")
		if _, ok := obj.(*types.Func); ok {
			return true
		}
	}
	return false
}
