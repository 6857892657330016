package unguarded

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// SetDefault returns the variable of another package that holds the object of the written field,
// where the function sets the field and then uses the object: each call changes what all others use.
//
//	dialer := websocket.DefaultDialer
//	dialer.HandshakeTimeout = timeout
//	dialer.Dial(url, nil)
//
// It is nil for everything else, such as a program that sets its defaults while it starts.
func (u *Race) SetDefault() *types.Var { return setDefault(u.Access) }

func setDefault(a *access.Access) *types.Var {
	global, ok := a.Owner.Root.(*ssa.Global)
	if !ok || !a.Write || a.Struct == nil || a.Called != nil {
		return nil
	}
	v, ok := global.Object().(*types.Var)
	if !ok {
		return nil
	}
	users, shared := catalog.SharedDefaults[v.Pkg().Path()+"."+v.Name()]
	if !shared || v.Pkg() == a.Func.Pkg.Types {
		return nil
	}
	for instr := range ssaflow.Instrs(a.Func.SSA) {
		if call, ok := instr.(*ssa.Call); ok && lockset.Precedes(a.Instr, call) && usedBy(a, &call.Call, users) {
			return v
		}
	}
	return nil
}

// usedBy reports whether a call is of a method of the object, or of one of the functions that use it.
func usedBy(a *access.Access, call *ssa.CallCommon, users map[string]bool) bool {
	fn, args := a.Func.Pkg.Target(call)
	if fn == nil || fn.Signature().Recv() == nil {
		return users[callmatch.Name(fn)]
	}
	return len(args) > 0 && a.Func.Pkg.Place(args[0]).Path == a.Owner
}
