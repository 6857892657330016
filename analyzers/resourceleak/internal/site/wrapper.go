package site

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// Wrapper returns the call that makes a buffered writer around a value, nil if there is none, and the
// method that writes out what the writer keeps.
func Wrapper(v ssa.Value) (*ssa.Call, string) {
	for _, ref := range ssabuild.Referrers(v) {
		switch ref := ref.(type) {
		case *ssa.MakeInterface:
			if call, end := Wrapper(ref); call != nil {
				return call, end
			}
		case *ssa.Call:
			if fn := ssaflow.Object(&ref.Call); fn != nil && len(ref.Call.Args) > 0 && ref.Call.Args[0] == v && catalog.Wrapped[callmatch.Name(fn)] != "" {
				return ref, catalog.Wrapped[callmatch.Name(fn)]
			}
		}
	}
	return nil, ""
}
