package access

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// byForeign returns the accesses that the call of a function of another package makes. The position is that
// of the function's name.
func byForeign(f *lockset.Func, call *ssa.Call) []*Access {
	fn, args := f.Pkg.Target(&call.Call)
	if fn == nil || fn.Pkg() == nil || fn.Pkg() == f.Pkg.Types {
		return nil
	}
	var list []*Access
	uses := f.Pkg.Maps(fn.Origin())
	if of, ok := catalog.SharedMaps[callmatch.Name(fn)]; ok {
		uses = append(uses, lockset.MapUse{Package: fn.Pkg().Path(), Var: of.Var, Write: of.Write})
	}
	for _, use := range uses {
		a := &Access{Pos: posOfName(f, call), Field: foreignMap(f.Pkg, use), Called: fn, Write: use.Write, Content: !use.Itself, FirstUse: use.Once}
		if use.Field {
			if len(args) == 0 || fn.Signature().Recv() == nil {
				continue
			}
			a.Struct = callmatch.Deref(fn.Signature().Recv().Type())
			a.Owner = f.Pkg.Place(args[0]).Path
			a.Owner.Fields += use.Path
		}
		list = append(list, a)
	}
	return list
}

// foreignMap returns what stands for a variable of another package, which may be unexported: one for each.
func foreignMap(p *lockset.Package, use lockset.MapUse) *types.Var {
	use = lockset.MapUse{Package: use.Package, Var: use.Var, Itself: use.Itself}
	known := lockset.Memo[foreignMaps](p)
	if *known == nil {
		*known = make(foreignMaps)
	}
	if (*known)[use] == nil {
		(*known)[use] = imports(p, use)
	}
	if (*known)[use] == nil {
		pkg := types.NewPackage(use.Package, use.Package[strings.LastIndexByte(use.Package, '/')+1:])
		var of types.Type = types.NewMap(types.Typ[types.String], types.Typ[types.Bool])
		if use.Itself {
			of = types.Typ[types.Bool]
		}
		(*known)[use] = types.NewVar(token.NoPos, pkg, use.Var, of)
	}
	return (*known)[use]
}

// foreignMaps are what [foreignMap] has returned.
type foreignMaps map[lockset.MapUse]*types.Var

// imports returns the variable itself, nil where the package cannot name it.
func imports(p *lockset.Package, use lockset.MapUse) *types.Var {
	for _, pkg := range p.Types.Imports() {
		if pkg.Path() == use.Package {
			v, _ := pkg.Scope().Lookup(use.Var).(*types.Var)
			return v
		}
	}
	return nil
}
