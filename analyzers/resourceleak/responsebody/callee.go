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
	return closedIn(p, call.Call.StaticCallee(), 4)
}

// closedIn returns what closes the body of the response that a function of the package returns: a deferred call, or
// that of the function whose response it returns, down to a depth.
func closedIn(p *check.Pass, fn *ssa.Function, depth int) (closes ssa.Instruction) {
	if fn == nil || fn.Pkg == nil || fn.Pkg.Pkg != p.Pkg || depth == 0 {
		return nil
	}
	if d := deferredClose(fn); d != nil {
		return d
	}
	for ret := range ssaflow.Returns(fn) {
		resp := ret.Results[0]
		if c, ok := resp.(*ssa.Const); ok && c.IsNil() {
			continue
		}
		made, ok := resp.(*ssa.Extract)
		if !ok {
			return nil
		}
		from, ok := made.Tuple.(*ssa.Call)
		if !ok || made.Index != 0 {
			return nil
		}
		if closes = closedIn(p, from.Call.StaticCallee(), depth-1); closes == nil {
			return nil
		}
	}
	return closes
}

// deferredClose returns the deferred call of a function that closes the body of a response, itself or in a literal.
func deferredClose(fn *ssa.Function) ssa.Instruction {
	for instr := range ssaflow.Instrs(fn) {
		d, ok := instr.(*ssa.Defer)
		if !ok {
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
