package checktest

import (
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A tree is a scratch copy of testdata that the go command can load.
type tree struct {
	roots    []string          // the directories that it was copied from
	archives map[string]string // or the archives, by directory
	src      string            // directory of the files: GOPATH's src, or the module's root
	env      []string
}

// newTree makes one GOPATH-style tree of the testdata of the checks, of what they share
// and of the runtime package.
func newTree(t *testing.T, checks []*check.Check) *tree {
	t.Helper()
	root := t.TempDir()
	tr := &tree{src: filepath.Join(root, "src"), env: append(os.Environ(),
		"GO111MODULE=off", "GOPATH="+root, "GOFLAGS=", "GOWORK=off")}
	homes := []string{"testdata"}
	for _, c := range checks {
		homes = append(homes, home(c))
	}
	for _, dir := range homes {
		root := filepath.Join(dir, "src")
		if !isDir(root) {
			continue
		}
		tr.roots = append(tr.roots, root)
		if err := os.CopyFS(tr.src, os.DirFS(root)); err != nil {
			t.Fatal(err)
		}
	}
	copyRuntime(t, filepath.Join(tr.src, filepath.FromSlash(check.RuntimePath)))
	return tr
}

// origin returns the directory that dir of the tree was copied from.
func (tr *tree) origin(dir string) string {
	for _, root := range tr.roots {
		if name := filepath.Join(root, dir); isDir(name) {
			return name
		}
	}
	return dir
}

func (tr *tree) write(t *testing.T, rel string, content []byte) {
	t.Helper()
	writeFile(t, filepath.Join(tr.src, rel), content)
}

func writeFile(t *testing.T, name string, content []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, content, 0o644); err != nil {
		t.Fatal(err)
	}
}

// copyRuntime copies the Go files of the runtime module, without tests.
func copyRuntime(t *testing.T, dst string) {
	t.Helper()
	src := os.DirFS(filepath.Join(repoRoot(t), "lifecycle"))
	err := fs.WalkDir(src, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || name != "go.mod" && (path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go")) {
			return err
		}
		data, err := fs.ReadFile(src, name)
		if err == nil {
			writeFile(t, filepath.Join(dst, filepath.FromSlash(name)), data)
		}
		return err
	})
	if err != nil {
		t.Fatalf("no runtime package: %v", err)
	}
}

// repoRoot returns the directory of the module that contains this test.
func repoRoot(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.work")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.work above the test's directory")
		}
		dir = filepath.Dir(dir)
	}
}

// loaded is a set of type-checked packages, by directory below the tree's src.
type loaded struct {
	tree *tree
	pkgs map[string][]*packages.Package
}

// listed is what the go command says of packages, and typed what is made of their files.
const (
	listed = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
		packages.NeedDeps | packages.NeedTypesSizes | packages.NeedModule | packages.NeedForTest
	typed = packages.NeedTypes | packages.NeedTypesInfo | packages.NeedSyntax
)

func (tr *tree) load(t *testing.T, dirs []string) *loaded {
	t.Helper()
	return tr.loaded(t, tr.list(t, listed|typed, dirs))
}

// reload loads packages of which some files have been changed. What they import and what was
// loaded before is taken from there, because checking it is most of the time that a load takes.
func (tr *tree) reload(t *testing.T, dirs []string, before *loaded, changed map[string][]byte) *loaded {
	t.Helper()
	r := &reloading{changed: changed, known: make(map[string]*packages.Package)}
	for _, list := range before.pkgs {
		packages.Visit(list, nil, func(p *packages.Package) { r.known[p.ID], r.fset, r.sizes = p, p.Fset, p.TypesSizes })
	}
	pkgs := tr.list(t, listed, dirs)
	packages.Visit(pkgs, nil, r.load)
	for i, p := range pkgs {
		pkgs[i] = r.known[p.ID]
	}
	return tr.loaded(t, pkgs)
}

func (tr *tree) list(t *testing.T, mode packages.LoadMode, dirs []string) []*packages.Package {
	t.Helper()
	cfg := &packages.Config{Mode: mode, Dir: tr.src, Env: tr.env, Tests: true}
	var patterns []string
	for _, dir := range dirs {
		patterns = append(patterns, "./"+dir)
	}
	pkgs, err := packages.Load(cfg, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	return pkgs
}

// loaded files packages by their directories.
func (tr *tree) loaded(t *testing.T, pkgs []*packages.Package) *loaded {
	t.Helper()
	l := &loaded{tree: tr, pkgs: make(map[string][]*packages.Package)}
	for _, pkg := range pkgs {
		packages.Visit([]*packages.Package{pkg}, nil, func(p *packages.Package) {
			for _, e := range p.Errors {
				t.Errorf("testdata does not build: %v", e)
			}
		})
		if strings.HasSuffix(pkg.PkgPath, ".test") || len(pkg.GoFiles) == 0 {
			continue
		}
		rel, err := filepath.Rel(tr.src, filepath.Dir(pkg.GoFiles[0]))
		if err != nil {
			t.Fatal(err)
		}
		l.pkgs[rel] = append(l.pkgs[rel], pkg)
	}
	if t.Failed() {
		t.FailNow()
	}
	return l
}

type finding struct {
	analysis.Diagnostic
	posn token.Position
	fset *token.FileSet
}

// analyze runs each job's check on its directory and returns what they report, once each
// although a package and its test variant share files. All jobs are one run, so that facts
// of imported packages are computed once.
func (l *loaded) analyze(t *testing.T, construct func(check.Options) *check.Analyzer, jobs []job) [][]finding {
	t.Helper()
	var list []*analysis.Analyzer
	var all []*packages.Package
	for _, j := range jobs {
		list = append(list, l.narrowed(t, construct, j))
		all = append(all, l.pkgs[j.dir]...)
	}
	graph, err := checker.Analyze(list, all, nil)
	if err != nil {
		t.Fatal(err)
	}
	found := make([][]finding, len(jobs))
	for act := range graph.All() {
		if !act.IsRoot {
			continue
		}
		if act.Err != nil {
			t.Fatal(act.Err)
		}
		i := slices.Index(list, act.Analyzer)
		for _, d := range act.Diagnostics {
			found[i] = append(found[i], finding{d, act.Package.Fset.Position(d.Pos), act.Package.Fset})
		}
	}
	for i, list := range found {
		sortFindings(list)
		found[i] = slices.CompactFunc(list, func(a, b finding) bool { return a.posn == b.posn && a.Message == b.Message })
	}
	return found
}

// narrowed returns the analyzer with the job's check, which does nothing on the
// packages of others.
func (l *loaded) narrowed(t *testing.T, construct func(check.Options) *check.Analyzer, j job) *analysis.Analyzer {
	t.Helper()
	if len(l.pkgs[j.dir]) == 0 {
		t.Fatalf("no testdata in %s", j.dir)
	}
	j.opts.Checks, j.opts.Suggested, j.opts.Confidence = j.slug, true, string(verdict.Low)
	a := construct(j.opts).Analyzer
	run := a.Run
	a.Run = func(pass *analysis.Pass) (any, error) {
		if slices.ContainsFunc(l.pkgs[j.dir], func(pkg *packages.Package) bool { return pkg.Types == pass.Pkg }) {
			return run(pass)
		}
		return reflect.Zero(a.ResultType).Interface(), nil
	}
	return a
}
