package valueflow

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// mostHolders bounds how many variables one value is followed through.
const mostHolders = 50

// Follow returns the flow of the value made at cur.
func Follow(p *check.Pass, set *Settings, made inspector.Cursor, typ string) *Flow {
	f := newFlow(p, set, made, typ)
	f.use(made)
	return f
}

// FollowVar returns the flow of the value that a variable is declared as.
func FollowVar(p *check.Pass, set *Settings, at inspector.Cursor, v *types.Var, typ string) *Flow {
	f := newFlow(p, set, at, typ)
	f.hold(v)
	return f
}

func newFlow(p *check.Pass, set *Settings, made inspector.Cursor, typ string) *Flow {
	return &Flow{P: p, in: made.Inspector(), set: set, typ: typ, Made: made, Vars: make(map[*types.Var]bool), calls: make(map[ast.Expr]bool), Handed: make(map[string]ast.Node)}
}

// handTo notes that a package of another module gets the client, and reports whether it is of one.
func (f *Flow) handTo(pkg *types.Package, at ast.Node) bool {
	module := moduleOf(pkg)
	if f.typ != HTTPClient || module == "" || f.P.Module != nil && strings.HasPrefix(f.P.Module.Path+"/", module+"/") || moduleOf(f.P.Pkg) == module {
		return false
	}
	if _, ok := f.Handed[module]; !ok {
		f.Handed[module] = at
	}
	return true
}

// Unknown adds a doubt for each function of another module that gets the client, and may set a limit.
func (f *Flow) Unknown() {
	for _, module := range slices.Sorted(maps.Keys(f.Handed)) {
		f.Doubt(verdict.UnknownCallee, f.Handed[module])
	}
}

// moduleOf returns the path that the packages of a module begin with, by where modules are hosted; "" for
// the standard library.
func moduleOf(pkg *types.Package) string {
	if pkg == nil {
		return ""
	}
	parts := strings.Split(pkg.Path(), "/")
	n := 2
	switch parts[0] {
	case "github.com", "gitlab.com", "bitbucket.org", "golang.org", "codeberg.org":
		n = 3
	}
	if !strings.Contains(parts[0], ".") || len(parts) < n {
		return ""
	}
	return strings.Join(parts[:n], "/")
}
