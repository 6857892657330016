package inprocess

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// A World is packages that others import, with the facts about them, computed once.
type World struct {
	pkgs     map[string]*packages.Package
	facts    *Facts
	replaced map[string]*Facts // by the path of the package that they are about
}

// NewWorld loads packages by their paths, in the module in dir, for the analyzers.
func NewWorld(dir string, env []string, analyzers []*analysis.Analyzer, paths ...string) (*World, error) {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule, Dir: dir, Env: env}, paths...)
	if err != nil {
		return nil, err
	}
	w := &World{pkgs: make(map[string]*packages.Package), facts: newFacts()}
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		w.pkgs[p.PkgPath] = p
		for _, e := range p.Errors {
			err = e
		}
	})
	if err != nil {
		return nil, err
	}
	graph, err := checker.Analyze(withFacts(analyzers, nil), pkgs, nil)
	if err != nil {
		return nil, err
	}
	for act := range graph.All() {
		if act.Err != nil {
			return nil, act.Err
		}
		w.keep(act)
	}
	for _, p := range w.pkgs {
		if p.Module == nil || !p.Module.Main {
			p.Syntax, p.TypesInfo = nil, nil // nothing reads them again, and they are large
		}
	}
	return w, nil
}

// withFacts appends the analyzers with facts that others are made of.
func withFacts(analyzers, list []*analysis.Analyzer) []*analysis.Analyzer {
	for _, a := range analyzers {
		if len(a.FactTypes) > 0 && !slices.Contains(list, a) {
			list = append(list, a)
		}
		list = withFacts(a.Requires, list)
	}
	return list
}

// keep keeps the facts about an action's own package.
func (w *World) keep(act *checker.Action) {
	for _, f := range act.AllObjectFacts() {
		if f.Object.Pkg() == act.Package.Types {
			w.facts.objects[objectFact{f.Object, reflect.TypeOf(f.Fact)}] = f.Fact
		}
	}
	for _, f := range act.AllPackageFacts() {
		if f.Package == act.Package.Types {
			w.facts.packages[packageFact{f.Package.Path(), reflect.TypeOf(f.Fact)}] = f.Fact
		}
	}
}

// Main returns the packages of the main module that have more than tests, with their
// syntax.
func (w *World) Main() []*packages.Package {
	var list []*packages.Package
	for _, p := range w.pkgs {
		if p.Module != nil && p.Module.Main && len(p.Syntax) > 0 {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b *packages.Package) int { return strings.Compare(a.PkgPath, b.PkgPath) })
	return list
}

// With returns a world in which other facts hold about packages, by path.
func (w *World) With(replaced map[string]*Facts) *World {
	return &World{pkgs: w.pkgs, facts: w.facts, replaced: replaced}
}

func (w *World) object(k objectFact) analysis.Fact {
	if k.obj != nil && k.obj.Pkg() != nil {
		if f, ok := w.replaced[k.obj.Pkg().Path()]; ok {
			return f.objects[k]
		}
	}
	return w.facts.objects[k]
}

func (w *World) ofPackage(k packageFact) analysis.Fact {
	if f, ok := w.replaced[k.path]; ok {
		return f.packages[k]
	}
	return w.facts.packages[k]
}

// Check type-checks a package of one file; everything that it imports is in the world.
func (w *World) Check(path, module, filename string, source []byte) (Package, error) {
	p := Package{World: w, Module: module, Read: func(string) ([]byte, error) { return source, nil }}
	p.New()
	file, err := parser.ParseFile(p.Fset, filename, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return p, err
	}
	p.Files = []*ast.File{file}
	config := types.Config{Importer: w, GoVersion: "go" + goVersion, Sizes: types.SizesFor("gc", "amd64")}
	p.Types, err = config.Check(path, p.Fset, p.Files, p.Info)
	return p, err
}

// Import returns a package of the world.
func (w *World) Import(path string) (*types.Package, error) {
	if p := w.pkgs[path]; p != nil {
		return p.Types, nil
	}
	return nil, fmt.Errorf("%s is not in the world that was loaded", path)
}

// below returns the facts, of the kinds given, about all that a package imports.
func (w *World) below(pkg *types.Package, kinds []analysis.Fact) []analysis.PackageFact {
	seen := make(map[*types.Package]bool)
	var list []analysis.PackageFact
	var visit func(imports []*types.Package)
	visit = func(imports []*types.Package) {
		for _, p := range imports {
			if seen[p] {
				continue
			}
			seen[p] = true
			visit(p.Imports())
			for _, kind := range kinds {
				if f := w.ofPackage(packageFact{p.Path(), reflect.TypeOf(kind)}); f != nil {
					list = append(list, analysis.PackageFact{Package: p, Fact: f})
				}
			}
		}
	}
	visit(pkg.Imports())
	return list
}
