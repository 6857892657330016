package responsebody

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// given returns the response that a call passes, or nil.
//
//	func statusOf(resp *http.Response) (*http.Response, error)
func given(call *ssa.Call) ssa.Value {
	for _, arg := range call.Call.Args {
		if isResponse(arg) {
			return arg
		}
	}
	return nil
}

func isResponse(v ssa.Value) bool { return callmatch.TypeName(v.Type()) == "net/http.Response" }

// handsBack returns where a function of the package returns the response that it was passed. It is not
// valid where another response may be returned, or the function is not known.
func handsBack(p *check.Pass, call *ssa.Call) token.Pos {
	fn := call.Call.StaticCallee()
	if fn == nil || fn.Pkg == nil || fn.Pkg.Pkg != p.Pkg {
		return token.NoPos
	}
	at := token.NoPos
	for ret := range ssaflow.Returns(fn) {
		if len(ret.Results) == 0 {
			return token.NoPos
		}
		switch v := ret.Results[0].(type) {
		case *ssa.Parameter:
			at = ret.Pos()
		case *ssa.Const:
			if !v.IsNil() {
				return token.NoPos
			}
		default:
			return token.NoPos
		}
	}
	return at
}

// passedIn settles a call that passes a response: what it returns may be that one, which the caller
// closes.
func passedIn(p *check.Pass, call *ssa.Call) (safe token.Pos, doubts []check.Doubt) {
	resp := given(call)
	if resp == nil {
		return token.NoPos, nil
	}
	if at := handsBack(p, call); at.IsValid() {
		return at, nil
	}
	return token.NoPos, []check.Doubt{check.Doubting(verdict.WithOwner, resp.Pos())}
}
