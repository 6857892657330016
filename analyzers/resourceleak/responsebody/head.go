package responsebody

import (
	"go/constant"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// maxHelpers bounds how many functions of the package send a request for one another.
const maxHelpers = 3

// asksHead reports whether a call sends a request with the method HEAD, whose response has no body: by
// itself, or in a function of the package that returns nothing but the response to that.
//
//	resp, err := c.send("HEAD", url)
func asksHead(send *ssa.Call) bool { return sendsHead(send, nil, maxHelpers) }

// sendsHead is asksHead in a function some parameters of which are known to be HEAD.
func sendsHead(send *ssa.Call, head map[ssa.Value]bool, depth int) bool {
	if catalog.NoBody[ssaflow.Callee(&send.Call)] {
		return true
	}
	if slices.ContainsFunc(send.Call.Args, func(arg ssa.Value) bool {
		made := maker(arg)
		return made != nil && slices.ContainsFunc(made.Call.Args, func(arg ssa.Value) bool { return isHead(arg, head) })
	}) {
		return true
	}
	fn := send.Call.StaticCallee()
	if fn == nil || fn.Pkg != send.Parent().Pkg || depth == 0 {
		return false
	}
	passed := make(map[ssa.Value]bool)
	for i, param := range fn.Params {
		if i < len(send.Call.Args) && isHead(send.Call.Args[i], head) {
			passed[param] = true
		}
	}
	return returnsHead(fn, passed, depth-1)
}

// returnsHead reports whether each response that a function returns is one to a request with the method HEAD.
func returnsHead(fn *ssa.Function, head map[ssa.Value]bool, depth int) bool {
	found := false
	for ret := range ssaflow.Returns(fn) {
		if len(ret.Results) == 0 {
			return false
		}
		switch v := ret.Results[0].(type) {
		case *ssa.Const: // nil
		case *ssa.Extract:
			send, ok := v.Tuple.(*ssa.Call)
			if !ok || v.Index != 0 || !sendsHead(send, head, depth) {
				return false
			}
			found = true
		default:
			return false
		}
	}
	return found
}

// isHead reports whether a value is the method HEAD.
func isHead(v ssa.Value, head map[ssa.Value]bool) bool {
	c, ok := v.(*ssa.Const)
	if !ok {
		return head[v]
	}
	return c.Value != nil && c.Value.Kind() == constant.String && constant.StringVal(c.Value) == "HEAD"
}
