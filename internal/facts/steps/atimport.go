package steps

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// An Import stands on a package that does, or arranges, something as soon as it
// is imported: by init functions and by the initial values of its variables.
// That is how commands and plug-ins get into the maps from which main takes them.
type Import struct {
	Mask  Mask
	Steps []Step
}

// AFact marks Import as one.
func (*Import) AFact() {}

// String is what analysistest compares.
func (f *Import) String() string {
	return strings.TrimSpace("import " + (&Fact{Steps: f.Steps}).String())
}

// atImport returns what the import of the package does, and what it mentions.
func (b *builder) atImport() *Import {
	imp := new(Import)
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
	imp.Steps = fit(compact(w.out), most)
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

// imports returns what the module's packages that this one imports do at import.
func (b *builder) imports() *Import {
	all := new(Import)
	facts := b.pass.AllPackageFacts()
	slices.SortFunc(facts, func(x, y analysis.PackageFact) int { return cmp.Compare(x.Package.Path(), y.Package.Path()) })
	for _, f := range facts {
		if imp, ok := f.Fact.(*Import); ok && f.Package != b.pass.Pkg {
			all.Mask |= imp.Mask
			all.Steps = append(all.Steps, imp.Steps...)
		}
	}
	return all
}
