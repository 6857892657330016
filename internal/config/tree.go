package config

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// A Tree is all configuration files of the modules that are worked on in a directory.
// What a file says holds for the directory that it is in and for those below, down to
// the next file: that one holds there instead, as a whole.
type Tree struct {
	root    string
	files   map[string]*Config // by directory
	modules map[string]string  // paths of modules, by directory
}

// LoadTree reads all files that may apply to packages of the modules that are worked on in
// dir. It returns all errors of all files together.
func LoadTree(dir string, suite []*check.Analyzer) (*Tree, error) {
	root, names, err := files(dir)
	if err != nil {
		return nil, err
	}
	t := &Tree{root, make(map[string]*Config), make(map[string]string)}
	var mistakes Errors
	for _, name := range names {
		if filepath.Base(name) != Name {
			data, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			t.modules[filepath.Dir(name)] = modfile.ModulePath(data)
			continue
		}
		c, err := Load(name, suite)
		var one *Error
		var several Errors
		switch {
		case errors.As(err, &one):
			mistakes = append(mistakes, one)
		case errors.As(err, &several):
			mistakes = append(mistakes, several...)
		case err != nil:
			return nil, err
		}
		t.files[filepath.Dir(name)] = c
	}
	if len(mistakes) > 0 {
		return nil, mistakes
	}
	return t, nil
}

// Files returns the configurations, those above before those below.
func (t *Tree) Files() []*Config {
	var list []*Config
	for _, c := range t.files {
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b *Config) int { return cmp.Compare(a.File, b.File) })
	return list
}

// Has reports whether a file is below the directory that holds the modules.
func (t *Tree) Has(file string) bool {
	rel, err := filepath.Rel(t.root, file)
	return err == nil && filepath.IsLocal(rel)
}

// For returns the configuration of a file, or of a directory that ends in a slash: the
// nearest, nil if none is above it.
func (t *Tree) For(file string) *Config {
	for dir := filepath.Dir(file); ; dir = filepath.Dir(dir) {
		if c := t.files[dir]; c != nil {
			return c
		}
		if dir == filepath.Dir(dir) {
			return nil
		}
	}
}

// ByImportPath returns the configurations by the import paths of the packages in
// whose directory they are, and of the modules. The longest that is one of a package's
// parents holds for it; nil is none.
func (t *Tree) ByImportPath() map[string]*Config {
	list := make(map[string]*Config)
	for dir, module := range t.modules {
		list[module] = t.For(dir + string(filepath.Separator))
	}
	for dir, c := range t.files {
		for above := dir; ; above = filepath.Dir(above) {
			if module := t.modules[above]; module != "" {
				list[path.Join(module, below(above, dir))] = c
				break
			}
			if above == filepath.Dir(above) {
				break
			}
		}
	}
	delete(list, "") // a go.mod that names no module
	return list
}

// below returns dir relative to one above it, with slashes.
func below(above, dir string) string {
	rel, err := filepath.Rel(above, dir)
	if err != nil {
		return ""
	}
	return filepath.ToSlash(rel)
}

// Digest returns a checksum of the files that [LoadTree] reads, "" if there are none.
func Digest(dir string) (string, error) {
	root, names, err := files(dir)
	if err != nil {
		return "", err
	}
	h, files := sha256.New(), 0
	for _, name := range names {
		if filepath.Base(name) != Name {
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		files++
		fmt.Fprintf(h, "%s %d\n%s", below(root, name), len(data), data)
	}
	if files == 0 {
		return "", nil
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8]), nil
}

// files returns the directory that holds the modules that are worked on in dir, and the
// configuration files and the go.mod files below it and above it.
func files(dir string) (root string, names []string, err error) {
	if dir, err = filepath.Abs(dir); err != nil {
		return "", nil, err
	}
	root = dir
	module := false
	for d := dir; ; d = filepath.Dir(d) {
		if exists(filepath.Join(d, "go.mod")) || exists(filepath.Join(d, "go.work")) {
			root, module = d, true
		}
		if last(d) {
			break
		}
	}
	for d := root; !last(d); {
		d = filepath.Dir(d)
		if name := filepath.Join(d, Name); exists(name) {
			names = append(names, name)
		}
	}
	if !module { // without one, no pattern is of packages below
		if name := filepath.Join(root, Name); exists(name) {
			names = append(names, name)
		}
		return root, names, nil
	}
	err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
			return nil // of no package that can be analyzed
		case err != nil:
			return err
		case d.IsDir() && name != root && noPackages(d.Name()):
			return filepath.SkipDir
		case !d.IsDir() && (d.Name() == Name || d.Name() == "go.mod"):
			names = append(names, name)
		}
		return nil
	})
	return root, names, err
}

// noPackages reports whether the go command passes over directories of that name, or
// they hold copies of what others have written.
func noPackages(name string) bool {
	return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || strings.Contains(name, "@") || name == "testdata" || name == "vendor" || name == "node_modules"
}
