package signals

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// collect records which declared object mentions which other, finds the calls that register
// for signals, and returns the objects that run when the package is imported.
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

// collectType lets a type mention what it embeds, and those of its methods that a known
// interface may call. A caller of any other method mentions it by name.
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
		if r.byInterface(m.Name()) {
			r.mentions[obj] = append(r.mentions[obj], m)
		}
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

// byInterface reports whether an interface of the package, or of one that it imports,
// has a method of that name.
func (r *Result) byInterface(name string) bool {
	if r.ifaces == nil {
		r.ifaces = make(map[string]bool)
		for _, pkg := range append(slices.Clone(r.pass.Pkg.Imports()), r.pass.Pkg) {
			r.collectInterfaces(pkg)
		}
	}
	return r.ifaces[name]
}

func (r *Result) collectInterfaces(pkg *types.Package) {
	for _, name := range pkg.Scope().Names() {
		tn, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		if in, ok := tn.Type().Underlying().(*types.Interface); ok {
			for m := range in.Methods() {
				r.ifaces[m.Name()] = true
			}
		}
	}
}

// mention records what the tree under n mentions on behalf of obj.
func (r *Result) mention(obj types.Object, n ast.Node) {
	if obj == nil {
		return
	}
	asked := make(map[*ast.Ident]Traits) // by the calls that register for signals
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			r.literals[obj] = append(r.literals[obj], n)
		case *ast.CompositeLit:
			r.command(obj, n)
		case *ast.CallExpr:
			if row, ok := catalog.Notifies[callmatch.CalleeName(r.pass.TypesInfo, n)]; ok {
				r.registers = true
				t := r.ask(obj, n, row.Signals)
				if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok {
					asked[sel.Sel] = t
				}
			}
		case *ast.Ident:
			t, known := asked[n]
			if !known && obj.Name() != "init" { // which puts it into a table, as interpreters do
				t = Handles | Terminates
			}
			if used := r.pass.TypesInfo.Uses[n]; used != nil && (t != 0 || !known) {
				r.use(obj, used, t)
				r.useProcess(obj, n)
			}
		}
		return true
	})
}

// command notes the literals that are what a command does.
func (r *Result) command(obj types.Object, lit *ast.CompositeLit) {
	if !catalog.CommandTypes[callmatch.TypeName(r.pass.TypesInfo.TypeOf(lit))] {
		return
	}
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			if fn, ok := ast.Unparen(kv.Value).(*ast.FuncLit); ok {
				r.commands = append(r.commands, Service{"the command", fn.Body, true, obj})
			}
		}
	}
}

// use records that obj mentions used, with the traits if used registers for signals.
func (r *Result) use(obj, used types.Object, traits Traits) {
	switch u := used.(type) {
	case *types.Func:
		if _, ok := catalog.Notifies[callmatch.Name(u)]; ok {
			r.traits[obj] |= traits
		}
		if r.stops(u.Origin()) {
			r.traits[obj] |= StopsServer
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

// stops reports whether fn makes a server stop serving: a function of the catalog, one that
// stops the servers it is passed, or, by its name, a method of an interface or of another
// module.
func (r *Result) stops(fn *types.Func) bool {
	if _, known := catalog.ServerStops[callmatch.Name(fn)]; known || catalog.ServerCloses[callmatch.Name(fn)] {
		return true
	}
	recv := fn.Signature().Recv()
	unseen := callmatch.Foreign(r.pass, fn) || recv != nil && types.IsInterface(recv.Type())
	return unseen && (catalog.StopNames[fn.Name()] || fn.Pkg() != nil && catalog.ServerOwners[fn.Pkg().Path()])
}

// useProcess notes what an identifier says of the process-wide lifecycle.
func (r *Result) useProcess(obj types.Object, id *ast.Ident) {
	fn, ok := r.pass.TypesInfo.Uses[id].(*types.Func)
	if !ok || fn.Pkg() == nil || fn.Pkg() == r.pass.Pkg {
		return
	}
	switch name := callmatch.Name(fn); {
	case catalog.ProcessRuns[name]:
		r.traits[obj] |= RunsProcess
	case catalog.ProcessUses[name]:
		r.traits[obj] |= UsesProcess
		at := r.pass.Fset.Position(id.Pos())
		dir, file := filepath.Split(at.Filename)
		r.hangs[obj] = first(r.hangs[obj], fmt.Sprintf("%s:%d", path.Join(filepath.Base(dir), file), at.Line))
	}
}

// first returns the first by name of two places, either of which may be "".
func first(x, y string) string {
	if x == "" || y != "" && y < x {
		return y
	}
	return x
}

// spread lets everything that mentions something share its traits.
func (r *Result) spread() {
	for obj, list := range r.mentions {
		for _, used := range list {
			fact := r.fact(used)
			r.share(obj, fact.Traits, fact.Asks, fact.Hangs)
		}
	}
	for changed := true; changed; {
		changed = false
		for obj, list := range r.mentions {
			for _, used := range list {
				changed = r.share(obj, r.traits[used], r.asks[used], r.hangs[used]) || changed
			}
		}
	}
	for _, t := range r.traits {
		r.all |= t
	}
}

// compact keeps of each mention the first.
func (r *Result) compact() {
	for obj, list := range r.mentions {
		seen := make(map[types.Object]bool)
		r.mentions[obj] = slices.DeleteFunc(list, func(used types.Object) bool {
			again := seen[used]
			seen[used] = true
			return again
		})
	}
}

// share gives obj the traits of something that it mentions, and reports whether they are
// new. Of several places that register, the first by name is kept.
func (r *Result) share(obj types.Object, t Traits, asks, hangs string) bool {
	asks, hangs = first(r.asks[obj], asks), first(r.hangs[obj], hangs)
	news := r.traits[obj]|t != r.traits[obj] || asks != r.asks[obj] || hangs != r.hangs[obj]
	r.traits[obj] |= t
	r.asks[obj], r.hangs[obj] = asks, hangs
	return news
}

// fact returns what is known about an object of another package.
func (r *Result) fact(obj types.Object) Fact {
	var fact Fact
	if obj.Pkg() == r.pass.Pkg || !r.pass.ImportObjectFact(obj, &fact) {
		return fact
	}
	if callmatch.Foreign(r.pass, obj) {
		fact.Traits, fact.Asks = fact.Traits&^Interrupts, ""
	}
	return fact
}
