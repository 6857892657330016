package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/hmarr/codeowners"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
)

// owners maps files to owners, as GitHub and GitLab do: the last pattern that matches
// counts.
type owners struct {
	root  string // of the repository
	rules codeowners.Ruleset
}

// ownersFiles are where the file is looked for, in the order of the services.
var ownersFiles = []string{".github/CODEOWNERS", ".gitlab/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"}

// findOwners reads the file of the repository around dir. Without one, no file has an
// owner.
func findOwners(dir string) (*owners, error) {
	for {
		for _, name := range ownersFiles {
			file := filepath.Join(dir, filepath.FromSlash(name))
			text, err := os.ReadFile(file)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			} else if err != nil {
				return nil, err
			}
			rules, err := codeowners.ParseFile(strings.NewReader(string(text)))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
			return &owners{dir, rules}, nil
		}
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil || filepath.Dir(dir) == dir {
			return &owners{root: dir}, nil
		}
		dir = filepath.Dir(dir)
	}
}

// of returns the owners of a file, "" if it has none.
func (o *owners) of(file string) string {
	if real, err := filepath.EvalSymlinks(file); err == nil {
		file = real
	}
	rel, err := filepath.Rel(o.root, file)
	if err != nil || !filepath.IsLocal(rel) {
		return ""
	}
	rule, err := o.rules.Match(filepath.ToSlash(rel))
	if err != nil || rule == nil {
		return ""
	}
	var names []string
	for _, owner := range rule.Owners {
		names = append(names, owner.String())
	}
	return strings.Join(names, " ")
}

// ownersHere returns the owners for the current directory.
func ownersHere() (*owners, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	o, err := findOwners(dir)
	if err != nil {
		return nil, &driver.UsageError{Err: err}
	}
	return o, nil
}
