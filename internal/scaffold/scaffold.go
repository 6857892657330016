// Package scaffold holds what init writes into a project: files for CI and for
// other tools, and a copy of the runtime package.
package scaffold

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

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
	// Shared are files that a project may have for other reasons. An existing file is not
	// changed, and what to add to it is printed.
	Shared []Shared
	Next   string   // what is left to do by hand
	Signs  []string // files or directories that show that a project uses the tool
}

// Shared is a file of other tools, too.
type Shared struct {
	Names []string // that it may have; the first one is written
	From  string   // of ours
}

// Kits returns what init can write, in alphabetical order.
func Kits() []Kit {
	return []Kit{
		{Name: "github", Short: "a workflow that annotates pull requests and fails on new findings",
			Files: map[string]string{".github/workflows/lifecyclelint.yml": "github.yml"},
			Next:  "pushes to the main branch are checked as a whole: to accept what there is, lifecyclelint baseline create ./..., and name the file in .lifecyclelint.yml",
			Signs: []string{".github"}},
		{Name: "gitlab", Short: "a job that fails on new findings and reports them in merge requests",
			Files: map[string]string{".gitlab/lifecyclelint.yml": "gitlab.yml"},
			Next:  "add to .gitlab-ci.yml:\n\ninclude:\n  - local: .gitlab/lifecyclelint.yml",
			Signs: []string{".gitlab-ci.yml", ".gitlab-ci.yaml"}},
		{Name: "golangci", Short: "a golangci-lint with the plugin, and its settings",
			Shared: []Shared{
				{[]string{".custom-gcl.yml", ".custom-gcl.yaml"}, "custom-gcl.yml"},
				{golangciNames, "golangci.yml"},
			},
			Next:  "build it with golangci-lint custom, run ./golangci-lint-lifecycle run",
			Signs: golangciNames},
		{Name: "make", Short: "a target for a Makefile",
			Shared: []Shared{{[]string{"Makefile", "GNUmakefile", "makefile"}, "Makefile"}},
			Next:   "run it with make lifecyclelint",
			Signs:  []string{"Makefile", "GNUmakefile", "makefile"}},
		{Name: "pre-commit", Short: "a pre-commit hook",
			Shared: []Shared{{[]string{".pre-commit-config.yaml", ".pre-commit-config.yml"}, "pre-commit.yaml"}},
			Next:   "switch it on with pre-commit install",
			Signs:  []string{".pre-commit-config.yaml", ".pre-commit-config.yml"}},
		{Name: "reviewdog", Short: "a workflow that reports through reviewdog, with fixes as suggestions",
			Files: map[string]string{".github/workflows/lifecyclelint-reviewdog.yml": "reviewdog.yml"},
			Signs: []string{".reviewdog.yml", ".reviewdog.yaml"}},
	}
}

var golangciNames = []string{".golangci.yml", ".golangci.yaml", ".golangci.toml", ".golangci.json"}

// A Pin is the version that the files name.
type Pin struct {
	Version  string // for the go command
	Revision string // for git
}

func (p Pin) fill(data []byte) []byte {
	data = bytes.ReplaceAll(data, []byte("@VERSION"), []byte("@"+p.Version))
	data = bytes.ReplaceAll(data, []byte("version: VERSION"), []byte("version: "+p.Version))
	return bytes.ReplaceAll(data, []byte("rev: REVISION"), []byte("rev: "+p.Revision))
}

// An Outcome says what was written, and what was not.
type Outcome struct {
	Written []string
	Present []string  // files that speak of lifecyclelint already
	Add     []Snippet // what is to be added by hand
}

// A Snippet belongs into a file that is there already.
type Snippet struct{ File, Text string }

// Write writes the kit's files below dir. It overwrites nothing: when one of them
// exists that no other tool has, none is written.
func (k Kit) Write(dir string, pin Pin) (Outcome, error) {
	var out Outcome
	contents := make(map[string][]byte)
	for to, from := range k.Files {
		data, err := files.ReadFile("files/" + from)
		if err != nil {
			return out, err
		}
		contents[to] = pin.fill(data)
	}
	for _, s := range k.Shared {
		data, err := files.ReadFile("files/" + s.From)
		if err != nil {
			return out, err
		}
		data = pin.fill(data)
		name := first(dir, s.Names)
		switch {
		case name == "":
			contents[s.Names[0]] = data
		case mentions(dir, name):
			out.Present = append(out.Present, name)
		default:
			out.Add = append(out.Add, Snippet{name, snippet(data)})
		}
	}
	var err error
	out.Written, err = write(dir, contents)
	return out, err
}

// Sign returns the file or directory that shows that the project in dir uses the tool, ""
// if there is none, and whether the kit is there already.
func (k Kit) Sign(dir string) (sign string, present bool) {
	sign = first(dir, k.Signs)
	for name := range k.Files {
		present = present || first(dir, []string{name}) != ""
	}
	for _, s := range k.Shared {
		name := first(dir, s.Names)
		present = present || name != "" && mentions(dir, name)
	}
	return sign, present
}

// first returns the first of the names that exists below dir, "" if none does.
func first(dir string, names []string) string {
	for _, name := range names {
		if _, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(name))); err == nil {
			return name
		}
	}
	return ""
}

// mentions reports whether a file speaks of lifecyclelint.
func mentions(dir, name string) bool {
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	return err == nil && bytes.Contains(data, []byte("lifecyclelint"))
}

// snippet returns what of a file is to be added to another: not its comments, and not
// the version of its format.
func snippet(data []byte) string {
	var b strings.Builder
	for line := range strings.Lines(string(data)) {
		if !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "version:") {
			b.WriteString(line)
		}
	}
	return b.String()
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
