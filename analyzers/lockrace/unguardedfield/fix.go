package unguardedfield

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/criticalsection"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/races/unguarded"
)

// fix makes a flag an atomic.Bool, or acquires a mutex for every access: that of the struct, or a
// new one. There is none where the accesses are in several files, or one of them is in a statement
// that may wait, as the function does that others end, nor for a sync.Map or lock that is replaced.
func fix(p *check.Pass, u *unguarded.Race, expr ast.Expr) *edit.Fix {
	if u.Called != nil || u.Retested.IsValid() {
		return nil // the lock belongs into the other package, or has to be held from the test on
	}
	if u.SetDefault() != nil {
		return copyDefault(p, expr)
	}
	if basic, ok := u.Field.Type().(*types.Basic); ok && basic.Kind() == types.Bool {
		if made := makeAtomic(p, u, expr); made != nil {
			return made
		}
	}
	if u.Blocks || catalog.LockTypes[callmatch.TypeName(u.Field.Type())] || callmatch.TypeName(u.Field.Type()) == "sync.Map" {
		return nil
	}
	e := p.Edit(expr.Pos())
	mutex, title := mutexOf(p, e, u, expr)
	if mutex == nil {
		return nil
	}
	var places []token.Pos
	for _, a := range u.All {
		if len(a.Held) == 0 || u.Published { // the lock of a container is another one
			places = append(places, a.Pos)
		}
	}
	slices.Sort(places)
	if !criticalsection.Several(p, e, slices.Compact(places), mutex) {
		return nil
	}
	return e.Fix(title, "")
}

// mutexOf returns how the code writes the mutex that is to guard the field, which it adds where
// there is none.
func mutexOf(p *check.Pass, e *edit.Builder, u *unguarded.Race, expr ast.Expr) (mutex func(ast.Expr) criticalsection.Mutex, title string) {
	line := declared(p, u.Field, expr.Pos())
	if u.Struct == nil {
		name := u.Field.Name() + "Mu"
		if line == nil || p.Pkg.Scope().Lookup(name) != nil {
			return nil, ""
		}
		e.After(line, declare(line, name)+" "+e.Import(line.Pos(), "sync", "sync")+".Mutex")
		return func(ast.Expr) criticalsection.Mutex { return criticalsection.Mutex{Text: name} }, "Add " + name + ", and acquire it for each access"
	}
	name, title := "", ""
	if st, ok := u.Struct.Underlying().(*types.Struct); ok {
		name = onlyMutex(st)
	}
	title = "Acquire " + name + " for each access"
	if name == "" {
		owner := callmatch.Named(u.Struct)
		if owner == nil || line == nil || !edit.CanGrow(p.Pass, owner) {
			return nil, ""
		}
		name = "mu"
		if !u.Alone {
			name = edit.Unexported(u.Field.Name()) + "Mu" // each finding brings its own
		}
		if obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(owner), true, p.Pkg, name); obj != nil {
			return nil, ""
		}
		e.After(line, name+" "+e.Import(line.Pos(), "sync", "sync")+".Mutex // guards "+u.Field.Name())
		title = "Add " + name + ", and acquire it for each access"
	}
	return func(access ast.Expr) criticalsection.Mutex {
		sel, ok := access.(*ast.SelectorExpr)
		if !ok {
			return criticalsection.Mutex{Text: name}
		}
		return criticalsection.Mutex{Text: p.Source(sel.X) + "." + name}
	}, title
}

// onlyMutex returns the name of the one field of a struct that is a mutex, "" if it has several
// or none.
func onlyMutex(st *types.Struct) string {
	name := ""
	for i := range st.NumFields() {
		f := st.Field(i)
		if catalog.LockTypes[callmatch.TypeName(callmatch.Deref(f.Type()))] {
			if name != "" || f.Embedded() {
				return ""
			}
			name = f.Name()
		}
	}
	return name
}

// declare returns how a variable is declared beside another one.
func declare(line ast.Node, name string) string {
	if _, grouped := line.(*ast.ValueSpec); grouped {
		return name
	}
	return "var " + name
}

// declared returns the line that declares a field or package variable alone, if it is in the file of
// the access.
func declared(p *check.Pass, v *types.Var, at token.Pos) ast.Node {
	if p.Fset.File(v.Pos()) != p.Fset.File(at) {
		return nil
	}
	for _, n := range source.PathTo(p, v.Pos()) {
		switch n := n.(type) {
		case *ast.Field:
			if len(n.Names) == 1 {
				return n
			}
			return nil
		case *ast.GenDecl:
			if !n.Lparen.IsValid() {
				return n
			}
			return nil
		case *ast.ValueSpec:
			if len(n.Names) != 1 {
				return nil
			}
			if decl, ok := parent(p, n).(*ast.GenDecl); ok && decl.Lparen.IsValid() {
				return n
			}
		}
	}
	return nil
}

// parent returns what stands around a node.
func parent(p *check.Pass, n ast.Node) ast.Node {
	path := source.PathTo(p, n.Pos())
	if i := slices.Index(path, n); i >= 0 && i+1 < len(path) {
		return path[i+1]
	}
	return nil
}
