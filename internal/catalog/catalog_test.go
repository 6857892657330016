package catalog_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// name is how go/types prints functions, methods, types and fields:
//
//	net/http.Get  (*net/http.Client).Do  net/http.Client  net/http.Client.Timeout
var name = regexp.MustCompile(`^(?:\(\*?([\w./~-]+)\.(\w+)\)\.(\w+)|([\w./~-]+)\.([A-Za-z_]\w*))$`)

// TestNamesResolve holds every name in the tables against the real packages:
// the standard library, and the modules that testdata/resolve requires. What this
// system does not have is looked for in the packages of the others.
func TestNamesResolve(t *testing.T) {
	t.Parallel()
	names := tableNames(t)
	if len(names) < 20 {
		t.Errorf("only %d names were found in the tables", len(names))
	}
	dir, err := filepath.Abs("testdata/resolve")
	if err != nil {
		t.Fatal(err)
	}
	modfile := copyModule(t, dir)
	unresolved := slices.Sorted(maps.Keys(names))
	var pkgs map[string]*types.Package
	for _, goos := range []string{runtime.GOOS, "linux", "windows"} {
		if len(unresolved) == 0 {
			return
		}
		pkgs = load(t, dir, unresolved, "GOOS="+goos, "GOWORK=off", "GOFLAGS=-mod=mod -modfile="+modfile)
		unresolved = slices.DeleteFunc(unresolved, func(n string) bool { return resolve(n, pkgs) == nil })
	}
	for _, n := range unresolved {
		t.Errorf("%s: %v", names[n], resolve(n, pkgs))
	}
}

// load returns the packages that the names are of.
func load(t *testing.T, dir string, names []string, env ...string) map[string]*types.Package {
	t.Helper()
	paths := make(map[string]bool)
	for _, n := range names {
		paths[pathOf(n)] = true
	}
	loaded, err := packages.Load(&packages.Config{
		// From source and without bodies: export data would have the go command compile all of these modules.
		Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports | packages.NeedDeps | packages.NeedFiles |
			packages.NeedCompiledGoFiles | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedTypesSizes,
		Dir:       dir,
		Env:       append(os.Environ(), env...),
		ParseFile: parseDeclarations,
	}, slices.Sorted(maps.Keys(paths))...)
	if err != nil {
		t.Fatal(err)
	}
	pkgs := make(map[string]*types.Package)
	for _, p := range loaded {
		for _, e := range p.Errors {
			if e.Kind == packages.TypeError {
				continue // of imports that the bodies use
			}
			t.Errorf("%s: %v (is its module in testdata/resolve/go.mod?)", p.PkgPath, e)
		}
		pkgs[p.PkgPath] = p.Types
	}
	return pkgs
}

// parseDeclarations parses a file without the bodies of its functions, which no name is in.
func parseDeclarations(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
	file, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if file == nil {
		return nil, err
	}
	for _, decl := range file.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok {
			fn.Body = nil
		}
	}
	return file, err
}

// copyModule copies the go.mod and go.sum of dir, so that the go command, which
// may add to them, leaves the tree alone.
func copyModule(t *testing.T, dir string) string {
	t.Helper()
	to := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(to, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(to, "go.mod")
}

// tableNames returns the names in the package's string literals, and where each
// stands.
func tableNames(t *testing.T) map[string]token.Position {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	names := make(map[string]token.Position)
	fset := token.NewFileSet()
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if s, err := strconv.Unquote(lit.Value); err == nil && name.MatchString(s) {
					names[s] = fset.Position(lit.Pos())
				}
			}
			return true
		})
	}
	return names
}

// pathOf returns the import path in a name; for "net/http.Client.Timeout", which the
// expression reads as a package net/http.Client, the type is removed.
func pathOf(n string) string {
	m := name.FindStringSubmatch(n)
	if m[1] != "" {
		return m[1]
	}
	dir, last := "", m[4]
	if i := strings.LastIndexByte(last, '/'); i >= 0 {
		dir, last = last[:i+1], last[i+1:]
	}
	if i := strings.LastIndexByte(last, '.'); i >= 0 && last[i+1] >= 'A' && last[i+1] <= 'Z' {
		last = last[:i]
	}
	return dir + last
}

func resolve(n string, pkgs map[string]*types.Package) error {
	path := pathOf(n)
	pkg := pkgs[path]
	if pkg == nil {
		return fmt.Errorf("%s: no package %s", n, path)
	}
	var typ, member string
	if m := name.FindStringSubmatch(n); m[1] != "" {
		typ, member = m[2], m[3]
	} else {
		typ, member, _ = strings.Cut(strings.TrimPrefix(n, path+"."), ".")
	}
	obj := pkg.Scope().Lookup(typ)
	if obj == nil {
		return fmt.Errorf("%s: package %s has no %s", n, path, typ)
	}
	if member == "" {
		return nil
	}
	found, _, _ := types.LookupFieldOrMethod(obj.Type(), true, pkg, member)
	fn, isMethod := found.(*types.Func)
	switch {
	case found == nil:
		return fmt.Errorf("%s: %s has no %s", n, typ, member)
	case isMethod && strings.HasPrefix(n, "(") && callmatch.Name(fn) != n:
		return fmt.Errorf("%s: its name is %s", n, callmatch.Name(fn))
	}
	return nil
}
