// Package scaffold holds what init writes into a project: files for CI and for
// other tools, and a copy of the runtime package.
package scaffold

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"

	"golang.org/x/tools/txtar"
)

//go:embed files
var files embed.FS

// The runtime package is kept as an archive because go:embed does not reach into
// a nested module.
//
//go:generate go test -run TestArchiveIsCurrent -update .
//go:embed lifecycle.txtar
var archive []byte

// A Kit is a set of files for one tool.
type Kit struct {
	Name  string
	Short string
	Files map[string]string // where in the project, and from which of ours
	Next  string            // what is left to do by hand
}

// Kits returns what init can write, in alphabetical order.
func Kits() []Kit {
	return []Kit{
		{"github", "a workflow that annotates pull requests and fails on new findings",
			map[string]string{".github/workflows/lifecyclelint.yml": "github.yml"},
			"pushes to the main branch are checked as a whole: to accept what there is, lifecyclelint baseline create ./..., and name the file in .lifecyclelint.yml"},
		{"gitlab", "a job that fails on new findings and reports them in merge requests",
			map[string]string{".gitlab/lifecyclelint.yml": "gitlab.yml"},
			"add to .gitlab-ci.yml:\n\ninclude:\n  - local: .gitlab/lifecyclelint.yml"},
		{"golangci", "a golangci-lint with the plugin, and its settings",
			map[string]string{".custom-gcl.yml": "custom-gcl.yml", ".golangci.yml": "golangci.yml"},
			"build it with golangci-lint custom, run ./golangci-lint-lifecycle run"},
		{"pre-commit", "a pre-commit hook",
			map[string]string{".pre-commit-config.yaml": "pre-commit.yaml"}, "switch it on with pre-commit install"},
		{"reviewdog", "a workflow that reports through reviewdog, with fixes as suggestions",
			map[string]string{".github/workflows/lifecyclelint-reviewdog.yml": "reviewdog.yml"}, ""},
	}
}

// Write writes the kit's files below dir and returns their names. It overwrites
// nothing: when one of them exists, none is written.
func (k Kit) Write(dir string) ([]string, error) {
	contents := make(map[string][]byte)
	for to, from := range k.Files {
		data, err := files.ReadFile("files/" + from)
		if err != nil {
			return nil, err
		}
		contents[to] = data
	}
	return write(dir, contents)
}

// RuntimeGo is the least version that a go.mod may state for the runtime package
// to compile below it.
const RuntimeGo = "1.24"

// Runtime writes a copy of the runtime package to dir, which may not exist or
// must be empty, and returns the names of its files.
func Runtime(dir string) ([]string, error) {
	contents := make(map[string][]byte)
	for _, f := range txtar.Parse(archive).Files {
		contents[f.Name] = f.Data
	}
	return write(dir, contents)
}

func write(dir string, contents map[string][]byte) ([]string, error) {
	names := slices.Sorted(maps.Keys(contents))
	for _, name := range names {
		if _, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(name))); err == nil {
			return nil, fmt.Errorf("%s is there already", path.Join(filepath.ToSlash(dir), name))
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	for _, name := range names {
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(to, contents[name], 0o644); err != nil {
			return nil, err
		}
	}
	return names, nil
}
