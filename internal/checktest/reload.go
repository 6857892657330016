package checktest

import (
	"fmt"
	"go/parser"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/packages"

	"github.com/lifecyclelint/lifecyclelint/internal/inprocess"
)

// A reloading checks the packages again that have changed, or import one that has.
type reloading struct {
	changed map[string][]byte            // files
	known   map[string]*packages.Package // by ID; those that were loaded, and then those that replace them
	fset    *token.FileSet
	sizes   types.Sizes
}

// load makes p the package that is known by its ID: the one that was loaded before, if it is
// still the same. What p imports comes first.
func (r *reloading) load(p *packages.Package) {
	old := r.known[p.ID]
	same := old != nil
	for path, dep := range p.Imports {
		p.Imports[path] = r.known[dep.ID]
		same = same && old.Imports[path] == p.Imports[path]
	}
	for _, name := range p.CompiledGoFiles {
		_, changed := r.changed[name]
		same = same && !changed
	}
	if !same {
		r.check(p)
		r.known[p.ID] = p
	}
}

// check fills in the syntax and types of a package, as packages.Load does.
func (r *reloading) check(p *packages.Package) {
	note := func(err error) {
		p.Errors = append(p.Errors, packages.Error{Msg: err.Error(), Kind: packages.TypeError})
	}
	p.Fset, p.TypesSizes, p.TypesInfo = r.fset, r.sizes, inprocess.NewInfo()
	for _, name := range p.CompiledGoFiles {
		file, err := parser.ParseFile(p.Fset, name, nil, parser.AllErrors|parser.ParseComments)
		if err != nil {
			note(err)
			continue
		}
		p.Syntax = append(p.Syntax, file)
	}
	config := types.Config{Importer: importerFunc(func(path string) (*types.Package, error) { return imported(p, path) }), Error: note, Sizes: p.TypesSizes}
	if p.Module != nil && p.Module.GoVersion != "" {
		config.GoVersion = "go" + p.Module.GoVersion
	}
	p.Types, _ = config.Check(p.PkgPath, p.Fset, p.Syntax, p.TypesInfo) // note has the errors
}

type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

func imported(p *packages.Package, path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if dep := p.Imports[path]; dep != nil && dep.Types != nil {
		return dep.Types, nil
	}
	return nil, fmt.Errorf("%s is not loaded", path)
}
