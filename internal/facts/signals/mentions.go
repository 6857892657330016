package signals

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// collect notes which declared object mentions which other, finds the calls
// that ask for signals, and returns the objects that run when the package is
// imported.
func (r *Result) collect() (atInit []types.Object) {
	for _, file := range r.pass.Files {
		for _, decl := range file.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				fn, ok := r.pass.TypesInfo.Defs[decl.Name].(*types.Func)
				if !ok || decl.Body == nil {
					continue
				}
				r.decls[fn] = decl
				r.mention(fn, decl.Body)
				if decl.Recv == nil && decl.Name.Name == "init" {
					atInit = append(atInit, fn)
				}
			case *ast.GenDecl:
				atInit = append(atInit, r.collectSpecs(decl)...)
			}
		}
	}
	return atInit
}

// collectSpecs handles variables and types. A variable whose initial value is
// made by a call runs that call at import.
func (r *Result) collectSpecs(decl *ast.GenDecl) (atInit []types.Object) {
	for _, spec := range decl.Specs {
		switch spec := spec.(type) {
		case *ast.ValueSpec:
			if decl.Tok != token.VAR {
				continue
			}
			for _, name := range spec.Names {
				obj := r.pass.TypesInfo.Defs[name]
				for _, value := range spec.Values {
					r.mention(obj, value)
					if _, ok := ast.Unparen(value).(*ast.CallExpr); ok && obj != nil {
						atInit = append(atInit, obj)
					}
				}
			}
		case *ast.TypeSpec:
			r.collectType(spec)
		}
	}
	return atInit
}

// collectType lets a type mention its methods and what it embeds.
func (r *Result) collectType(spec *ast.TypeSpec) {
	obj, ok := r.pass.TypesInfo.Defs[spec.Name].(*types.TypeName)
	if !ok {
		return
	}
	named, ok := obj.Type().(*types.Named)
	if !ok {
		return
	}
	for m := range named.Methods() {
		r.mentions[obj] = append(r.mentions[obj], m)
	}
	st, ok := named.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for field := range st.Fields() {
		if embedded := callmatch.Named(field.Type()); field.Embedded() && embedded != nil {
			r.mentions[obj] = append(r.mentions[obj], embedded.Origin().Obj())
		}
	}
}

// mention records what the tree under n mentions on behalf of obj.
func (r *Result) mention(obj types.Object, n ast.Node) {
	if obj == nil {
		return
	}
	skip := make(map[*ast.Ident]bool) // functions called for signals of no interest
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if row, ok := catalog.SignalHandlers[callmatch.CalleeName(r.pass.TypesInfo, n)]; ok && !r.asksToStop(n, row.Signals) {
				if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok {
					skip[sel.Sel] = true
				}
			}
		case *ast.Ident:
			if used := r.pass.TypesInfo.Uses[n]; used != nil && !skip[n] {
				r.use(obj, used)
			}
		}
		return true
	})
}

func (r *Result) use(obj, used types.Object) {
	switch u := used.(type) {
	case *types.Func:
		if _, ok := catalog.SignalHandlers[callmatch.Name(u)]; ok {
			r.handles[obj] = true
		}
		used = u.Origin()
	case *types.Var:
		if u.IsField() || u.Pkg() == nil || u.Parent() != u.Pkg().Scope() {
			return
		}
	case *types.TypeName:
	default:
		return
	}
	if used.Pkg() != nil {
		r.mentions[obj] = append(r.mentions[obj], used)
	}
}

// asksToStop reports whether a call asks for a signal that ends a process: by
// name, by asking for all, or by an expression that is not known.
func (r *Result) asksToStop(call *ast.CallExpr, from int) bool {
	if len(call.Args) <= from {
		return true
	}
	for _, arg := range call.Args[from:] {
		sel, ok := ast.Unparen(arg).(*ast.SelectorExpr)
		if !ok {
			return true
		}
		obj := r.pass.TypesInfo.Uses[sel.Sel]
		if obj == nil || obj.Pkg() == nil || !catalog.SignalPackages[obj.Pkg().Path()] || catalog.StopSignals[obj.Pkg().Path()+"."+obj.Name()] {
			return true
		}
	}
	return false
}

// spread lets everything that mentions a handler handle signals, too.
func (r *Result) spread() {
	for changed := true; changed; {
		changed = false
		for obj, list := range r.mentions {
			if r.handles[obj] {
				continue
			}
			for _, used := range list {
				if r.handles[used] || r.fact(used).Handles {
					r.handles[obj], changed = true, true
					break
				}
			}
		}
	}
}

// fact returns what is known about an object of another package.
func (r *Result) fact(obj types.Object) Fact {
	var fact Fact
	if obj.Pkg() != r.pass.Pkg {
		r.pass.ImportObjectFact(obj, &fact)
	}
	return fact
}
