// Package quickcall tells calls that return soon.
package quickcall

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// Quick reports whether a call logs, counts, or makes a value.
func Quick(info *types.Info, call *ast.CallExpr) bool {
	if info.Types[call.Fun].IsType() || info.Types[call.Fun].IsBuiltin() {
		return true
	}
	fn := callmatch.Callee(info, call)
	if fn == nil || fn.Pkg() == nil || catalog.Fatal(fn.Name()) {
		return fn != nil && fn.Name() == "Error"
	}
	switch fn.Pkg().Path() {
	case "context", "errors", "fmt":
		return true
	}
	return catalog.LogPackages[fn.Pkg().Path()] || catalog.MetricPackages[fn.Pkg().Path()] || catalog.LogsByName(fn.Name())
}
