package responsebody

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// readOut returns where the body of a response is read to its end, or to an error, before each return
// that leaves it open, nil if one comes before that: the transport then lets go of the connection.
func readOut(resp ssa.Value, leaks []resource.Leak) ssa.Instruction {
	for instr := range ssaflow.Instrs(resp.Parent()) {
		if call, ok := instr.(*ssa.Call); !ok || !readsAll(call, resp) {
			continue
		}
		if !slices.ContainsFunc(leaks, func(l resource.Leak) bool { return !instr.Block().Dominates(l.Exit.Block()) }) {
			return instr
		}
	}
	return nil
}

// readsAll reports whether a call is io.ReadAll of a response's body.
func readsAll(call *ssa.Call, resp ssa.Value) bool {
	name := ssaflow.Callee(&call.Call)
	if name != "io.ReadAll" && name != "io/ioutil.ReadAll" {
		return false
	}
	v := call.Call.Args[0]
	if change, ok := v.(*ssa.ChangeInterface); ok {
		v = change.X
	}
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	field, ok := load.X.(*ssa.FieldAddr)
	return ok && (field.X == resp || loads(field.X, resp))
}

// loads reports whether v is read from a variable that resp is stored in.
func loads(v, resp ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	return ok && slices.ContainsFunc(*resp.Referrers(), func(ref ssa.Instruction) bool {
		store, ok := ref.(*ssa.Store)
		return ok && store.Addr == load.X
	})
}
