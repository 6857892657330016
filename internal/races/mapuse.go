package races

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// MapUses returns the uses by the functions that other packages can call, in their own goroutine.
func MapUses(p *lockset.Package) map[*types.Func][]lockset.MapUse {
	bare := make(map[*types.Var][]*Access)
	guarded := make(map[*types.Var]bool)
	for _, a := range slices.Concat(Accesses(p), Apart(p)) {
		itself := a.itself()
		held := lockset.IsMap(a.Field.Type()) || a.Struct == nil && lockset.IsPointer(a.Field.Type())
		if !held && !itself || a.Part != "" || a.whole || a.Struct != nil && mapName(a) == "" {
			continue
		}
		guarded[a.Field] = guarded[a.Field] || a.MayBeLocked()
		if (itself || a.Content && a.Depth == 0) && !a.early() && !a.Ready {
			bare[a.Field] = append(bare[a.Field], a)
		}
	}
	uses := make(map[*types.Func][]lockset.MapUse)
	for field, accesses := range bare {
		if guarded[field] || !field.Exported() && !slices.ContainsFunc(accesses, func(a *Access) bool { return a.Write || a.Called != nil }) {
			continue
		}
		for _, a := range accesses {
			for e := range a.exporters() {
				use := lockset.MapUse{Package: field.Pkg().Path(), Var: mapName(a), Field: a.Struct != nil, Path: e.path, Itself: a.itself(), Write: a.Write, Once: a.Write && a.onFirstUse()}
				if !slices.Contains(uses[e.fn], use) {
					uses[e.fn] = append(uses[e.fn], use)
				}
			}
		}
	}
	for _, list := range uses {
		slices.SortFunc(list, func(u, v lockset.MapUse) int {
			return cmp.Or(strings.Compare(u.Package, v.Package), strings.Compare(u.Var, v.Var), strings.Compare(u.Path, v.Path), lockset.CompareBool(v.Write, u.Write), lockset.CompareBool(u.Itself, v.Itself), lockset.CompareBool(u.Once, v.Once))
		})
	}
	return uses
}

// itself reports whether an access is one of a package variable itself, and not of what it holds.
func (a *Access) itself() bool {
	return a.Struct == nil && a.Part == "" && !a.Content && !Exempt(a.Field.Type())
}

// replacedByCall reports whether functions of other packages make one of two accesses, of a variable itself:
// the goroutines of a program start and stop what these belong to in turns, which requests do not.
func replacedByCall(a, b *Access) bool {
	return a.Called != nil && a.itself() || b.Called != nil && b.itself()
}

// onFirstUse reports whether a variable is only written where it has no value yet: what has called the function
// before is the only one that writes.
//
//	if list == nil { list = load() }
func (a *Access) onFirstUse() bool {
	if a.Called != nil {
		return a.firstUse
	}
	store, ok := a.Instr.(*ssa.Store)
	if !ok {
		return false
	}
	for b := store.Block(); b.Idom() != nil; b = b.Idom() {
		branch, ok := lockset.LastOf(b.Idom()).(*ssa.If)
		if !ok || b.Idom().Succs[0] != b {
			continue
		}
		if test, ok := branch.Cond.(*ssa.BinOp); ok && test.Op == token.EQL && loadsOf(test.X, store.Addr) {
			return true
		}
	}
	return false
}

// loadsOf reports whether v is what a package variable holds, or its length.
func loadsOf(v, addr ssa.Value) bool {
	if call, ok := v.(*ssa.Call); ok && len(call.Call.Args) == 1 {
		if b, ok := call.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" {
			v = call.Call.Args[0]
		}
	}
	load, ok := v.(*ssa.UnOp)
	return ok && load.Op == token.MUL && load.X == addr
}

// mapName returns the name under which other packages know a map: that of a variable, or of a field with
// its type; "" for a field of a type that has no name.
func mapName(a *Access) string {
	if a.Struct == nil || a.Called != nil {
		return a.Field.Name()
	}
	if named, ok := types.Unalias(a.Struct).(*types.Named); ok {
		return named.Obj().Name() + "." + a.Field.Name()
	}
	return ""
}

// An exporter is a function that importers can call, and the path from its receiver to what it accesses.
type exporter struct {
	fn   *types.Func
	path string
}

// exporters returns the functions that importers can call, and that make an access before they return: of
// a field only those whose receiver leads to the object.
func (a *Access) exporters() map[exporter]bool {
	fns := make(map[exporter]bool)
	for _, t := range a.threads() {
		for _, fr := range t.frames {
			if fr.start {
				break
			}
			fn, ok := fr.f.SSA.Object().(*types.Func)
			if !ok || !fn.Exported() || !lockset.ExportedOwner(fr.f) {
				continue
			}
			switch {
			case a.Struct == nil:
				fns[exporter{fn, ""}] = true
			case shared(fr) && len(fr.path) <= lockset.MaxFields:
				fns[exporter{fn, fr.path}] = true
			}
		}
	}
	return fns
}

// mapsOf returns the accesses that the call of a function of another package makes. The position is that
// of the function's name.
func mapsOf(f *lockset.Func, call *ssa.Call) []*Access {
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
		a := &Access{Pos: posOfName(f, call), Field: foreignMap(f.Pkg, use), Called: fn, Write: use.Write, Content: !use.Itself, firstUse: use.Once}
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

// answers reports whether a goroutine that is started here, or a router, runs the path: the race is reported
// where that is known, and not in each package below. For a variable of a package it does not matter what else
// a handler is passed.
func (t *thread) answers(a *Access) bool {
	return starts(t.frames) || t.kind == byServer && (a.itself() || routed(t.root().SSA.Signature))
}

// setsUpElsewhere reports whether an access is one of a function of another package that prepares something, by its
// name.
func (a *Access) setsUpElsewhere() bool {
	return a.Called != nil && slices.ContainsFunc([]string{"Init", "Setup", "Configure", "Mount"}, func(word string) bool { return strings.HasPrefix(a.Called.Name(), word) })
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

// posOfName returns the position of the name of the function that a call names, that of the call if it names
// none.
func posOfName(f *lockset.Func, call *ssa.Call) token.Pos {
	if expr := syntaxOf(f, call); expr != nil {
		return lastName(expr.Fun, call.Pos())
	}
	return call.Pos()
}

// nameOfArg is nameOf for an argument, or what it is the address of.
func nameOfArg(f *lockset.Func, call *ssa.Call, i int) token.Pos {
	expr := syntaxOf(f, call)
	if expr == nil || i >= len(expr.Args) {
		return call.Pos()
	}
	arg := ast.Unparen(expr.Args[i])
	if addr, ok := arg.(*ast.UnaryExpr); ok {
		arg = addr.X
	}
	return lastName(arg, call.Pos())
}

// lastName returns the position of the last name of an expression that is one, or a selector.
func lastName(expr ast.Expr, otherwise token.Pos) token.Pos {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		return expr.Pos()
	case *ast.SelectorExpr:
		return expr.Sel.Pos()
	}
	return otherwise
}

// syntaxOf returns the expression of a call, nil if the function has no syntax.
func syntaxOf(f *lockset.Func, call *ssa.Call) *ast.CallExpr {
	var found *ast.CallExpr
	if f.SSA.Syntax() == nil {
		return nil
	}
	ast.Inspect(f.SSA.Syntax(), func(n ast.Node) bool {
		if expr, ok := n.(*ast.CallExpr); ok && expr.Lparen == call.Pos() {
			found = expr
		}
		return found == nil
	})
	return found
}
