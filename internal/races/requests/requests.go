package requests

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// Handles reports whether a server calls f: it has the signature, and is no helper that
// handlers call.
func Handles(f *lockset.Func) bool {
	if !(lockset.Handles(f.SSA) && Gets(f.SSA)) && !answersCalls(f.SSA) {
		return false
	}
	return len(f.Sites) == 0 || f.AsValue() || f.SSA.Name() == "ServeHTTP"
}

// Gets reports whether fn gets a request, not just where to write an answer.
func Gets(fn *ssa.Function) bool {
	params := fn.Signature.Params()
	for i := range params.Len() {
		name := callmatch.TypeName(callmatch.Deref(params.At(i).Type()))
		if name == "net/http.Request" || catalog.RequestContexts[name] {
			return true
		}
	}
	return false
}

// PerRequest reports whether the object of a method that requests are passed to may be made for each of
// them: a router calls no method with such parameters or results, and in the package nothing does.
//
//	func (a *Adaptor) DoRequest(c *gin.Context, meta *Meta, body io.Reader) (*http.Response, error)
func PerRequest(f *lockset.Func) bool {
	sig := f.SSA.Signature
	return sig.Recv() != nil && !f.AsValue() && !answersCalls(f.SSA) && !Routed(sig)
}

// Routed reports whether a signature is one of those that routers call: with the request, what answers
// it, what comes next and the parameters of the path; and with an error or a status at most.
func Routed(sig *types.Signature) bool {
	for v := range sig.Params().Variables() {
		name := callmatch.TypeName(callmatch.Deref(v.Type()))
		if name == "net/http.ResponseWriter" || name == "net/http.Request" || name == "net/http.Handler" || name == "context.Context" || catalog.RequestContexts[name] {
			continue
		}
		switch v.Type().Underlying().(type) {
		case *types.Signature, *types.Map, *types.Slice:
			continue
		}
		return false
	}
	for v := range sig.Results().Variables() {
		if _, basic := v.Type().Underlying().(*types.Basic); !basic && !types.Identical(v.Type(), types.Universe.Lookup("error").Type()) {
			return false
		}
	}
	return true
}

// Within reports whether f runs in what serves a request.
func Within(f *lockset.Func) bool {
	for root := range f.Runs().Roots {
		if lockset.Handles(root.SSA) {
			return true
		}
	}
	return false
}
