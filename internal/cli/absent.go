package cli

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/baseline"
	"github.com/lifecyclelint/lifecyclelint/internal/config"
	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/near"
)

// soundConfigs reads the file that is named, or all that a run here may go by, and looks for
// the baselines, builds and functions that they name.
func soundConfigs(ctx context.Context, name string) ([]*config.Config, error) {
	configs, err := configsHere(name)
	if err != nil {
		return nil, err
	}
	var mistakes config.Errors
	for _, c := range configs {
		for _, absent := range []func(context.Context, *config.Config) (config.Errors, error){absentBaseline, absentBuilds, absentFunctions} {
			list, err := absent(ctx, c)
			if err != nil {
				return nil, err
			}
			mistakes = append(mistakes, list...)
		}
	}
	if len(mistakes) > 0 {
		return nil, mistakes
	}
	return configs, nil
}

func absentBaseline(_ context.Context, c *config.Config) (config.Errors, error) {
	file := baselineFile("", c)
	if file == "" {
		return nil, nil
	}
	if _, err := baseline.Load(file); err != nil {
		return config.Errors{c.Mistake(c.Baseline, err.Error())}, nil
	}
	return nil, nil
}

// absentBuilds returns the builds that the go command does not know.
func absentBuilds(ctx context.Context, c *config.Config) (config.Errors, error) {
	if len(c.Builds) == 0 {
		return nil, nil
	}
	pairs, err := driver.Platforms(ctx, driver.Config{})
	if err != nil {
		return nil, err
	}
	var known []string
	for _, pair := range pairs {
		system, _, _ := strings.Cut(pair, "/")
		known = append(known, pair, system)
	}
	var mistakes config.Errors
	for _, name := range c.Builds {
		platform, _, _ := strings.Cut(name, ":")
		if platform != "" && !slices.Contains(known, platform) {
			mistakes = append(mistakes, c.Mistake(name, fmt.Sprintf("go builds nothing for %s%s", platform, near.Hint(platform, known))))
		}
	}
	return mistakes, nil
}

// absentFunctions returns the functions that no package declares.
func absentFunctions(ctx context.Context, c *config.Config) (config.Errors, error) {
	var paths []string
	for _, name := range c.Functions() {
		paths = append(paths, packageOf(name))
	}
	declared, err := driver.Functions(ctx, driver.Config{Dir: filepath.Dir(c.File)}, paths)
	if err != nil {
		return nil, err
	}
	names := slices.Sorted(maps.Keys(declared))
	var mistakes config.Errors
	for _, name := range c.Functions() {
		if !declared[name] {
			mistakes = append(mistakes, c.Mistake(name, fmt.Sprintf("there is no %s%s", name, near.Hint(name, names))))
		}
	}
	return mistakes, nil
}

// packageOf returns the path of the package in the name of a function.
func packageOf(function string) string {
	if typ, _, ok := strings.Cut(function, ")"); ok {
		function = strings.TrimLeft(typ, "(*")
	}
	return function[:strings.LastIndexByte(function, '.')]
}
