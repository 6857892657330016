package lockset

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// onlyDecoded reports whether the address of a variable that holds a pointer goes to decoders alone:
// they fill in the object that it points to, and put no other one in its place.
//
//	s := new(state)
//	err := json.NewDecoder(r).Decode(&s)
func onlyDecoded(boxed *ssa.MakeInterface) bool {
	if ptr, ok := boxed.X.Type().Underlying().(*types.Pointer); !ok || !IsPointer(ptr.Elem()) {
		return false
	}
	decoded := false
	for _, ref := range ssabuild.Referrers(boxed) {
		if _, debug := ref.(*ssa.DebugRef); debug {
			continue
		}
		call, ok := ref.(ssa.CallInstruction)
		if !ok || !decodesInto(call.Common(), boxed) {
			return false
		}
		decoded = true
	}
	return decoded
}

// decodesInto reports whether a call decodes into what v points to.
func decodesInto(call *ssa.CallCommon, v ssa.Value) bool {
	if call.StaticCallee() == nil {
		return false
	}
	fn, _ := call.StaticCallee().Object().(*types.Func)
	into, ok := catalog.Decoders[callmatch.Name(fn)]
	if !ok {
		return false
	}
	if fn.Signature().Recv() != nil {
		into.Into++
	}
	return into.Into < len(call.Args) && call.Args[into.Into] == v
}
