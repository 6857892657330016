package checktest

import (
	"bytes"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A tree is a scratch copy of testdata that the go command can load.
type tree struct {
	root string
	src  string // directory of the files: GOPATH's src, or the module's root
	env  []string
}

// newTree copies src, a GOPATH-style source tree, and the runtime package.
func newTree(t *testing.T, src string) *tree {
	t.Helper()
	root := t.TempDir()
	tr := &tree{root: root, src: filepath.Join(root, "src"), env: append(os.Environ(),
		"GO111MODULE=off", "GOPATH="+root, "GOFLAGS=", "GOWORK=off")}
	if err := os.CopyFS(tr.src, os.DirFS(src)); err != nil {
		t.Fatal(err)
	}
	copyRuntime(t, filepath.Join(tr.src, filepath.FromSlash(check.RuntimePath)))
	return tr
}

// newModule unpacks a txtar archive, and makes the runtime package available to
// it. Without a go.mod it becomes part of the module by which the catalog
// resolves its names, and so has the real packages.
func newModule(t *testing.T, archive *txtar.Archive) *tree {
	t.Helper()
	root := t.TempDir()
	tr := &tree{root: root, src: root, env: append(os.Environ(),
		"GO111MODULE=on", "GOFLAGS=-mod=mod", "GOWORK=off", "GOTOOLCHAIN=local")}
	if slices.ContainsFunc(archive.Files, func(f txtar.File) bool { return f.Name == "go.mod" }) {
		tr.env = append(tr.env, "GOPROXY=off", "GONOSUMDB=*", "GONOSUMCHECK=1")
	} else {
		tr.real(t)
	}
	for _, f := range archive.Files {
		if f.Name == "go.mod" {
			f.Data = append(bytes.Clone(f.Data), "\nrequire "+check.RuntimePath+" v0.0.0\nreplace "+check.RuntimePath+" => ./runtime_\n"...)
		}
		tr.write(t, f.Name, f.Data)
	}
	copyRuntime(t, filepath.Join(root, "runtime_"))
	return tr
}

// real gives the tree the catalog's module file.
func (tr *tree) real(t *testing.T) {
	t.Helper()
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join(repoRoot(t), "internal/catalog/testdata/resolve", name))
		if err != nil {
			t.Fatal(err)
		}
		tr.write(t, name, bytes.ReplaceAll(data, []byte("=> ../../../../lifecycle"), []byte("=> ./runtime_")))
	}
}

func (tr *tree) write(t *testing.T, rel string, content []byte) {
	t.Helper()
	name := filepath.Join(tr.src, rel)
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
		if err != nil {
			return err
		}
		to := filepath.Join(dst, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		return os.WriteFile(to, data, 0o644)
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

func (tr *tree) load(t *testing.T, dirs []string) *loaded {
	t.Helper()
	cfg := &packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedDeps | packages.NeedTypes | packages.NeedTypesSizes | packages.NeedTypesInfo |
			packages.NeedSyntax | packages.NeedModule | packages.NeedForTest,
		Dir:   tr.src,
		Env:   tr.env,
		Tests: true,
	}
	var patterns []string
	for _, dir := range dirs {
		patterns = append(patterns, "./"+dir)
	}
	pkgs, err := packages.Load(cfg, patterns...)
	if err != nil {
		t.Fatal(err)
	}
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

// analyze runs one check on its directory and returns what it reports, once
// each although a package and its test variant share files.
func (l *loaded) analyze(t *testing.T, construct func(check.Options) *check.Analyzer, j job) []finding {
	t.Helper()
	j.opts.Checks, j.opts.Suggested, j.opts.Confidence = j.slug, true, string(verdict.Low)
	pkgs := l.pkgs[j.dir]
	if len(pkgs) == 0 {
		t.Fatalf("no testdata in %s", j.dir)
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{construct(j.opts).Analyzer}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	var list []finding
	for act := range graph.All() {
		if !act.IsRoot {
			continue
		}
		if act.Err != nil {
			t.Fatal(act.Err)
		}
		for _, d := range act.Diagnostics {
			if d.Category == check.PanicCategory {
				t.Errorf("%s", d.Message)
			}
			list = append(list, finding{d, act.Package.Fset.Position(d.Pos), act.Package.Fset})
		}
	}
	sortFindings(list)
	return slices.CompactFunc(list, func(a, b finding) bool { return a.posn == b.posn && a.Message == b.Message })
}
