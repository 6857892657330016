package doubleclose

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// seenAs returns the name of the interface whose users call Close more than once
// and as which the package gives values of type t away, "" if there is none.
func seenAs(p *check.Pass, t *types.Named) string {
	closed := interfaces(p)
	if len(closed) == 0 || t == nil {
		return ""
	}
	for _, fn := range ssaflow.Of(p.Pass).SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			mk, ok := instr.(*ssa.MakeInterface)
			if !ok {
				continue
			}
			if named := callmatch.Named(mk.X.Type()); named == nil || named.Origin() != t {
				continue
			}
			for _, name := range catalog.ClosedTwice {
				if iface := closed[name]; iface != nil && types.Implements(mk.Type(), iface) {
					return name
				}
			}
		}
	}
	return ""
}

// interfaces returns those of the catalog that the package can name.
func interfaces(p *check.Pass) map[string]*types.Interface {
	found := make(map[string]*types.Interface)
	for _, imported := range p.Pkg.Imports() {
		for _, name := range catalog.ClosedTwice {
			path, typ, _ := strings.Cut(name, ".")
			if imported.Path() == path {
				found[name], _ = imported.Scope().Lookup(typ).Type().Underlying().(*types.Interface)
			}
		}
	}
	return found
}
