package steps

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// An Import is exported for a package that does, or arranges, something as soon as it is
// imported: by init functions and by the initial values of its variables. Commands and
// plug-ins register themselves in this way in the maps that main reads.
type Import struct {
	Mask   Mask
	Steps  []Step
	Ifaces []Iface
	Impls  []Impl

	Lost    []Lost
	Partial bool // not all that is lost is in Lost
}

// says reports whether there is anything in the fact. A package that does nothing but
// import others, for what their init functions do, passes those on.
func (f *Import) says() bool {
	return f.Mask != 0 || f.Partial || len(f.Steps)+len(f.Ifaces)+len(f.Impls)+len(f.Lost) > 0
}

// AFact marks Import as one.
func (*Import) AFact() {}

// String is what analysistest compares.
func (f *Import) String() string {
	return strings.TrimSpace("import " + (&Fact{Steps: f.Steps}).String())
}

// atImport returns what the import of the package does, and what it mentions.
func (b *builder) atImport() *Import {
	if b.own != nil {
		return b.own
	}
	imp := new(Import)
	b.own = imp
	w := &walker{builder: b, params: make(map[*types.Var]int), returns: make(map[int][]Step)}
	for _, file := range b.pass.Files {
		for _, decl := range file.Decls {
			switch decl := decl.(type) {
			case *ast.GenDecl:
				imp.Mask |= w.variables(decl)
			case *ast.FuncDecl:
				fn, ok := b.pass.TypesInfo.Defs[decl.Name].(*types.Func)
				if !ok || decl.Recv != nil || decl.Name.Name != "init" || b.decls[fn] == nil {
					continue
				}
				imp.Mask |= b.masks[fn]
				w.out = append(w.out, b.summary(fn).Steps...)
			}
		}
	}
	tellApart(new(ast.BlockStmt), w.out)
	imp.Steps = fit(compact(w.out), most, "")
	if !b.foreign {
		imp.Ifaces = b.interfaces()
		known := make(map[string]bool)
		for _, other := range b.imports() {
			for _, t := range other.Impls {
				known[t.Type] = true
			}
		}
		imp.Impls = b.impls(known)
		imp.Lost, imp.Partial = b.lost()
	}
	return imp
}

// variables walks the initial values of a package's variables.
func (w *walker) variables(decl *ast.GenDecl) (mask Mask) {
	if decl.Tok != token.VAR || strings.HasSuffix(w.where(decl).File, "_test.go") {
		return 0
	}
	for _, spec := range decl.Specs {
		spec, ok := spec.(*ast.ValueSpec)
		if !ok || len(spec.Values) == 0 {
			continue
		}
		for _, name := range spec.Names {
			mask |= w.masks[w.pass.TypesInfo.Defs[name]]
		}
		w.assign(idents(spec.Names), spec.Values)
	}
	return mask
}

// imports returns the facts about the module's packages that this one imports,
// by path.
func (b *builder) imports() (list []Lost) {
	if b.imported != nil {
		return b.imported
	}
	all := make(map[string]Lost)
	for _, f := range b.pass.AllPackageFacts() {
		imp, ok := f.Fact.(*Import)
		if !ok || f.Package == b.pass.Pkg {
			continue
		}
		all[f.Package.Path()] = Lost{f.Package.Path(), *imp}
		for _, l := range imp.Lost {
			if _, known := all[l.Path]; !known {
				all[l.Path] = l
			}
		}
	}
	b.imported, b.local = []Lost{}, make(map[string]bool)
	for _, path := range slices.Sorted(maps.Keys(all)) {
		b.imported, b.local[path] = append(b.imported, all[path]), true
	}
	return b.imported
}
