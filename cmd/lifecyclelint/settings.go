package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/config"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// configured returns the arguments with what holds where the unit is, and the checks
// that are off in parts of it. The command has read the configuration files and says
// what they mean with a flag; for go vet and go fix, the file is read here, and flags
// override it.
func (u *unit) configured(args []string) ([]string, func(ids []string, file string) bool, error) {
	if flagged(args) {
		args, err := u.settings(args)
		return args, nil, err
	}
	if u.ModuleVersion != "" || len(u.GoFiles) == 0 { // others' settings are not ours
		return args, nil, nil
	}
	dir := filepath.Dir(u.GoFiles[0])
	name, err := config.Find(dir)
	if name == "" || err != nil {
		return args, nil, err
	}
	suite := analyzers.New(check.Options{})
	c, err := config.Load(name, suite)
	if err != nil {
		return nil, nil, err
	}
	chosen, err := analyzers.Select(suite, c.Checks)
	if err != nil && !errors.Is(err, analyzers.ErrNone) {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	opts := c.Options()
	opts.Confidence = c.Confidence
	var said []string
	for _, a := range suite {
		opts.Checks = chosen[a.Name]
		said = append(said, opts.Flags(a.Name)...)
	}
	skip := func(ids []string, file string) bool { return c.Off(ids, finding.Rel(filepath.Dir(name), file)) }
	return slices.Insert(slices.Clone(args), 0, said...), skip, nil
}

// settings puts what the command says of the unit's directory in place of what it says
// of all.
func (u *unit) settings(args []string) ([]string, error) {
	var all check.Settings
	for _, arg := range args {
		if text, ok := strings.CutPrefix(arg, check.SettingsFlag+"="); ok {
			if err := json.Unmarshal([]byte(text), &all); err != nil {
				return nil, fmt.Errorf("%s: %w", check.SettingsFlag, err)
			}
		}
	}
	local := all.Of(u.path())
	if local == nil {
		return args, nil
	}
	var said []string
	for _, a := range analyzers.New(check.Options{}) {
		for _, name := range slices.Sorted(maps.Keys(local)) {
			said = append(said, "-"+a.Name+"."+name+"="+local[name])
		}
	}
	return slices.Insert(slices.Clone(args), len(args)-1, said...), nil // the last one counts
}

// path returns the import path of the unit, that of the package for its tests.
func (u *unit) path() string {
	path, variant, ok := strings.Cut(u.ID, " [")
	if ok {
		return strings.TrimSuffix(variant, ".test]")
	}
	return path
}
