package responsebody

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// closesItself settles a call of a client that closes the body before it returns, unless its options say that the body
// is kept. It reports whether the body is closed; where the options come from elsewhere, that is a doubt.
//
//	_, err := client.Put(ctx, url, body, nil, &gophercloud.RequestOpts{OkCodes: []int{200}})
func closesItself(call *ssa.Call) (closed bool, doubts []check.Doubt) {
	option := catalog.KeepsBody[ssaflow.Callee(&call.Call)]
	if option == "" {
		return false, nil
	}
	switch opts := call.Call.Args[len(call.Call.Args)-1].(type) {
	case *ssa.Const:
		return opts.IsNil(), nil
	case *ssa.Alloc:
		return !sets(opts, option), nil
	}
	return false, []check.Doubt{check.Doubting(verdict.WithOwner, call.Pos())}
}

// sets reports whether a field of a struct is set.
func sets(v *ssa.Alloc, name string) bool {
	for _, ref := range ssabuild.Referrers(v) {
		field, ok := ref.(*ssa.FieldAddr)
		if !ok || ssaflow.Field(field).Name() != name {
			continue
		}
		for _, use := range ssabuild.Referrers(field) {
			if store, ok := use.(*ssa.Store); ok && store.Addr == ssa.Value(field) {
				return true
			}
		}
	}
	return false
}
