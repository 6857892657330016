package responsebody

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// closedByCallee returns where the function of the package that a call runs defers to close the body: what
// it returns is the status and the headers.
//
//	func (c *client) do(req *http.Request, v any) (*http.Response, error) {
//		resp, err := c.hc.Do(req)
//		…
//		defer resp.Body.Close()
//		return resp, json.NewDecoder(resp.Body).Decode(v)
//	}
func closedByCallee(p *check.Pass, call *ssa.Call) ssa.Instruction {
	fn := call.Call.StaticCallee()
	if fn == nil || fn.Pkg == nil || fn.Pkg.Pkg != p.Pkg {
		return nil
	}
	for instr := range ssaflow.Instrs(fn) {
		d, ok := instr.(*ssa.Defer)
		if !ok || d.Parent() != fn {
			continue
		}
		if closesBody(&d.Call) {
			return d
		}
		lit, ok := d.Call.Value.(*ssa.MakeClosure)
		if !ok {
			continue
		}
		for inner := range ssaflow.Instrs(lit.Fn.(*ssa.Function)) {
			if end, ok := inner.(ssa.CallInstruction); ok && closesBody(end.Common()) {
				return d
			}
		}
	}
	return nil
}

// closesBody reports whether a call closes the body of a response.
func closesBody(call *ssa.CallCommon) bool {
	if !call.IsInvoke() || !catalog.ClosesByName(call.Method.Name()) {
		return false
	}
	load, ok := call.Value.(*ssa.UnOp)
	if !ok {
		return false
	}
	field, ok := load.X.(*ssa.FieldAddr)
	return ok && callmatch.TypeName(field.X.Type()) == "net/http.Response" && ssaflow.Field(field).Name() == "Body"
}
