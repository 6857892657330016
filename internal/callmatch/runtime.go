package callmatch

import "go/types"

const runtimePath = "github.com/lifecyclelint/lifecyclelint/lifecycle"

// path returns the path by which the catalog names a package: for a copy of the runtime
// package, wherever a module keeps it, the path of the original, and for other major versions of
// a module that of the one in the catalog.
func path(pkg *types.Package) string {
	if pkg.Name() == "lifecycle" && isRuntime(pkg) {
		return runtimePath
	}
	return versioned(pkg.Path())
}

// isRuntime reports whether a package has what only the runtime package has together.
func isRuntime(pkg *types.Package) bool {
	for _, name := range []string{"Go", "Main", "Detach", "WithLock", "OnShutdownErr", "ListenAndServe"} {
		if _, ok := pkg.Scope().Lookup(name).(*types.Func); !ok {
			return false
		}
	}
	return true
}
