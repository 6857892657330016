package main

import (
	"cmp"
	"encoding/csv"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/inprocess"
)

func mutateCommand(args []string, w io.Writer) error {
	fs := flag.NewFlagSet("mutate", flag.ContinueOnError)
	goflags := fs.String("goflags", "-mod=mod", "GOFLAGS of the go command, for checkouts without a vendor directory")
	only := fs.String("only", "", "kinds of mutants, separated by commas; empty for all")
	if err := fs.Parse(args); err != nil {
		return err
	}
	if fs.NArg() == 0 {
		return fmt.Errorf("mutate wants checkouts\n%s", usage)
	}
	out := csv.NewWriter(w)
	defer out.Flush()
	if err := out.Write(mutantColumns); err != nil {
		return err
	}
	for _, arg := range fs.Args() {
		name, dir, ok := strings.Cut(arg, "=")
		if !ok {
			return fmt.Errorf("%q is not NAME=CHECKOUT", arg)
		}
		if err := mutate(out, name, dir, *goflags, *only); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return out.Error()
}

// mutantColumns are those of the report: of each mutant that builds, the best tier of
// what is reported there and not of the program as it is, and by which checks.
var mutantColumns = []string{"program", "file", "line", "kind", "taken out", "tier", "checks"}

// mutate takes out one thing of a program at a time, and writes what is reported then.
func mutate(out *csv.Writer, name, dir, goflags, only string) error {
	s, err := newSubject(dir, goflags)
	if err != nil {
		return err
	}
	for _, p := range s.packages {
		for i, file := range p.Syntax {
			filename := p.CompiledGoFiles[i]
			rel, err := filepath.Rel(s.dir, filename)
			if err != nil || strings.HasPrefix(rel, "..") || ast.IsGenerated(file) {
				continue // written by cgo or by a generator
			}
			for _, m := range mutants(p.TypesInfo, file) {
				if only != "" && !slices.Contains(strings.Split(only, ","), m.kind) {
					continue
				}
				found, builds, err := s.try(p, i, m)
				if err != nil {
					return err
				}
				if !builds {
					continue
				}
				tier, checks := summary(found)
				line := strconv.Itoa(p.Fset.Position(m.from).Line)
				if err := out.Write([]string{name, filepath.ToSlash(rel), line, m.kind, m.text, tier, strings.Join(checks, " ")}); err != nil {
					return err
				}
			}
		}
		out.Flush()
	}
	return out.Error()
}

// A subject is a program that is mutated, with what is reported of it as it is.
type subject struct {
	dir      string
	suite    []*analysis.Analyzer
	world    *inprocess.World
	packages []*packages.Package // in the order of their paths
	known    map[place]int       // the rank of the surest, by place without tier
	facts    map[*packages.Package]*inprocess.Facts
}

// A place is where a check reports something, and how surely.
type place struct {
	id, at string
	tier   string
}

// tiers from the surest one.
var tiers = []string{"high", "medium", "low"}

func (p place) rank() int { return slices.Index(tiers, p.tier) }

// anyTier returns the place alone.
func (p place) anyTier() place { return place{id: p.id, at: p.at} }

func newSubject(dir, goflags string) (*subject, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(abs, "vendor", "modules.txt")); err == nil {
		goflags = "-mod=vendor"
	}
	s := &subject{dir: abs, known: make(map[place]int), facts: make(map[*packages.Package]*inprocess.Facts)}
	for _, a := range analyzers.New(check.Options{Record: true, Today: check.NoDay, NoTrace: true}) {
		s.suite = append(s.suite, a.Analyzer)
	}
	if s.world, err = inprocess.NewWorld(abs, append(os.Environ(), "GOWORK=off", "GOFLAGS="+goflags), s.suite, "./..."); err != nil {
		return nil, err
	}
	s.packages = s.world.Main()
	for _, p := range s.packages {
		found, facts, err := s.analyze(s.world, p, p.Syntax, p.Types, p.TypesInfo, nil)
		if err != nil {
			return nil, err
		}
		s.facts[p] = facts
		for _, f := range found {
			if rank, ok := s.known[f.anyTier()]; !ok || f.rank() < rank {
				s.known[f.anyTier()] = f.rank()
			}
		}
	}
	return s, nil
}

// try analyzes a mutant, and the packages that import it as far as they learn something
// else of it, and returns what is new.
func (s *subject) try(p *packages.Package, file int, m mutant) (found []place, builds bool, err error) {
	name := p.CompiledGoFiles[file]
	source, err := os.ReadFile(name)
	if err != nil {
		return nil, false, err
	}
	changed := m.without(source, p.Fset.File(p.Syntax[file].FileStart).Base())
	syntax, err := parser.ParseFile(p.Fset, name, changed, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, false, nil
	}
	files := slices.Clone(p.Syntax)
	files[file] = syntax
	info := inprocess.NewInfo()
	config := types.Config{Importer: importsOf{p}, Sizes: p.TypesSizes}
	if p.Module != nil && p.Module.GoVersion != "" {
		config.GoVersion = "go" + p.Module.GoVersion
	}
	pkg, err := config.Check(p.PkgPath, p.Fset, files, info)
	if err != nil {
		return nil, false, nil
	}
	found, facts, err := s.analyze(s.world, p, files, pkg, info, map[string][]byte{name: changed})
	if err != nil {
		return nil, false, err
	}
	more, err := s.importers(p, facts.In(p.Types))
	return s.unknown(append(found, more...)), true, err
}

// importers returns what is reported of packages that import p, directly or not, when
// other facts hold about it.
func (s *subject) importers(p *packages.Package, facts *inprocess.Facts) ([]place, error) {
	if facts.Equal(s.facts[p].In(p.Types)) {
		return nil, nil
	}
	replaced := map[string]*inprocess.Facts{p.PkgPath: facts}
	var list []place
	for _, q := range s.order(p) {
		if !slices.ContainsFunc(q.Types.Imports(), func(i *types.Package) bool { return replaced[i.Path()] != nil }) {
			continue
		}
		found, facts, err := s.analyze(s.world.With(replaced), q, q.Syntax, q.Types, q.TypesInfo, nil)
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
		if !facts.Equal(s.facts[q]) {
			replaced[q.PkgPath] = facts
		}
	}
	return list, nil
}

// order returns the packages that import p, each after those that it imports.
func (s *subject) order(p *packages.Package) []*packages.Package {
	above := map[*packages.Package]bool{p: true}
	var list []*packages.Package
	packages.Visit(s.packages, nil, func(q *packages.Package) {
		for _, i := range q.Imports {
			if above[i] && !above[q] && q.Module != nil && q.Module.Main {
				above[q] = true
				list = append(list, q)
			}
		}
	})
	return list
}

func (s *subject) analyze(w *inprocess.World, p *packages.Package, files []*ast.File, pkg *types.Package, info *types.Info, overlay map[string][]byte) ([]place, *inprocess.Facts, error) {
	read := func(name string) ([]byte, error) {
		if text, ok := overlay[name]; ok {
			return text, nil
		}
		return os.ReadFile(name)
	}
	unit := inprocess.Package{Fset: p.Fset, Files: files, Types: pkg, Info: info, Read: read, World: w}
	if p.Module != nil {
		unit.Module = p.Module.Path
	}
	diagnostics, facts, err := inprocess.RunFacts(unit, s.suite)
	var list []place
	for _, d := range diagnostics {
		if id, tier, ok := strings.Cut(d.Category, check.TierMark); ok && !strings.Contains(id, ":") && slices.Contains(tiers, tier) {
			list = append(list, place{id: id, tier: tier, at: at(p.Fset, d.Pos)})
		}
	}
	return list, facts, err
}

func at(fset *token.FileSet, pos token.Pos) string {
	posn := fset.Position(pos)
	return posn.Filename + ":" + strconv.Itoa(posn.Line)
}

// unknown returns the places at which the program as it is has nothing, or something
// less sure.
func (s *subject) unknown(found []place) []place {
	return slices.DeleteFunc(found, func(f place) bool {
		rank, ok := s.known[f.anyTier()]
		return ok && rank <= f.rank()
	})
}

// summary returns the best tier of the places, and which checks report them in it.
func summary(found []place) (tier string, checks []string) {
	slices.SortFunc(found, func(a, b place) int { return cmp.Or(a.rank()-b.rank(), strings.Compare(a.id, b.id)) })
	for _, f := range found {
		if f.tier == found[0].tier {
			checks = append(checks, f.id)
		}
	}
	if len(found) == 0 {
		return "none", nil
	}
	return found[0].tier, slices.Compact(checks)
}

// importsOf resolves the imports of a package as it was loaded.
type importsOf struct{ *packages.Package }

func (p importsOf) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if q := p.Imports[path]; q != nil {
		return q.Types, nil
	}
	return nil, fmt.Errorf("%s does not import %s", p.PkgPath, path)
}
