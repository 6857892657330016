package callmatch_test

import (
	"go/token"
	"go/types"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// A copy of the runtime package has the catalog's name, and another package with the same
// name does not.
func TestRuntimeCopy(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		path  string
		funcs []string
		want  string
	}{
		{"example.com/own/internal/lifecycle", []string{"Go", "Main", "Detach", "WithLock", "OnShutdownErr", "ListenAndServe"}, "github.com/lifecyclelint/lifecyclelint/lifecycle.Go"},
		{"example.com/own/lifecycle", []string{"Go", "Main", "ListenAndServe"}, "example.com/own/lifecycle.Go"},
	} {
		pkg := types.NewPackage(c.path, "lifecycle")
		for _, name := range c.funcs {
			pkg.Scope().Insert(types.NewFunc(token.NoPos, pkg, name, types.NewSignatureType(nil, nil, nil, nil, nil, false)))
		}
		if got := callmatch.Name(pkg.Scope().Lookup("Go").(*types.Func)); got != c.want {
			t.Errorf("%s: %s, want %s", c.path, got, c.want)
		}
	}
}
