// Package failure knows what a call returns beside an error.
package failure

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/failures"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// Possible reports whether a call returns a pointer or an interface, and an error.
func Possible(call *ssa.Call) bool {
	return call.Call.Signature().Results().Len() == 2 && len(Pointers(call)) == 1
}

// Pointers returns the numbers of the results of a call that are pointers or interfaces, where the last one
// is an error.
func Pointers(call *ssa.Call) (list []int) {
	results := call.Call.Signature().Results()
	last := results.Len() - 1
	if last < 1 || !callmatch.IsError(results.At(last).Type()) {
		return nil
	}
	for i := range last {
		switch results.At(i).Type().Underlying().(type) {
		case *types.Pointer, *types.Interface:
			list = append(list, i)
		}
	}
	return list
}

// Result returns the i-th result of a call, nil if it is not used.
func Result(call *ssa.Call, i int) *ssa.Extract {
	for _, ref := range ssabuild.Referrers(call) {
		if x, ok := ref.(*ssa.Extract); ok && x.Index == i && used(x) {
			return x
		}
	}
	return nil
}

func used(v ssa.Value) bool {
	for _, ref := range ssabuild.Referrers(v) {
		if _, debug := ref.(*ssa.DebugRef); !debug {
			return true
		}
	}
	return false
}

// Derefs reports whether an instruction panics where v is nil.
func Derefs(instr ssa.Instruction, v ssa.Value) bool {
	switch instr := instr.(type) {
	case *ssa.FieldAddr:
		return instr.X == v
	case *ssa.UnOp:
		return instr.Op == token.MUL && instr.X == v
	case *ssa.Call:
		return instr.Call.IsInvoke() && instr.Call.Value == v
	}
	return false
}

// ComparesNil reports whether a comparison is one with nil.
func ComparesNil(test *ssa.BinOp) bool {
	for _, side := range []ssa.Value{test.X, test.Y} {
		if c, ok := side.(*ssa.Const); ok && c.IsNil() {
			return true
		}
	}
	return false
}

// Kept reports whether what a call returns as its result i is known not to be nil beside an error.
func Kept(pass *analysis.Pass, call *ssa.Call, i int) bool {
	if body := call.Call.StaticCallee(); body != nil && body.Blocks != nil {
		return !NilWithError(call, i)
	}
	fn := ssaflow.Object(&call.Call)
	return fn != nil && fn.Pkg() != nil && catalog.ValueBesideError(fn.Pkg().Path()) || failures.Of(pass).Kept(fn, i)
}

// Nil reports whether the function of a call is known to return nil as its result i wherever it fails.
func Nil(pass *analysis.Pass, call *ssa.Call, i int) bool {
	if fn := call.Call.StaticCallee(); fn != nil && fn.Blocks != nil {
		return NilWithError(call, i)
	}
	return failures.Of(pass).Nil(ssaflow.Object(&call.Call), i)
}

// MayKeep reports whether the function of a call is known to return something for its result i beside an error,
// which may be a value.
func MayKeep(pass *analysis.Pass, call *ssa.Call, i int) bool {
	return failures.Of(pass).MayKeep(ssaflow.Object(&call.Call), i)
}

// NilWithError reports whether a function returns nil beside an error, as its result i: one of the standard
// library, or one of the package where a return statement does.
func NilWithError(call *ssa.Call, i int) bool {
	fn := call.Call.StaticCallee()
	if fn == nil {
		return false
	}
	if fn.Blocks == nil {
		return callmatch.Std(ssaflow.Object(&call.Call))
	}
	for _, results := range ssaflow.Returns(fn) {
		if c, ok := results[i].(*ssa.Const); ok && c.IsNil() || unset(results[i]) {
			return true
		}
	}
	return false
}

// unset reports whether a value is a struct of which nothing is set.
//
//	return Response{}, err
func unset(v ssa.Value) bool {
	if _, ok := v.Type().Underlying().(*types.Struct); !ok {
		return false
	}
	switch v := v.(type) {
	case *ssa.Const:
		return v.Value == nil
	case *ssa.UnOp:
		alloc, ok := v.X.(*ssa.Alloc)
		return ok && !slices.ContainsFunc(ssabuild.Referrers(alloc), func(ref ssa.Instruction) bool {
			_, load := ref.(*ssa.UnOp)
			_, debug := ref.(*ssa.DebugRef)
			return !load && !debug
		})
	}
	return false
}
