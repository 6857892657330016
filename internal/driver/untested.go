package driver

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
)

// analyzeWithoutTests analyzes what the go command leaves out whole because its tests
// do not load or do not type-check: once more, as if it had none. Their problems
// remain, under the name that the go command has for a package with its tests.
func analyzeWithoutTests(ctx context.Context, cfg Config, pkgs map[string]pkg, res *Result) error {
	hidden := make(map[string]string) // files, for none
	var names []string
	for _, problem := range res.Problems {
		p, asked := pkgs[problem.Package]
		if !asked || slices.Contains(names, p.path) {
			continue
		}
		if tests, _ := filepath.Glob(filepath.Join(p.dir, "*_test.go")); len(tests) > 0 {
			names = append(names, p.path)
			for _, name := range tests {
				hidden[name] = ""
			}
		}
	}
	if len(names) == 0 {
		return nil
	}
	for name, by := range cfg.replace {
		if _, ok := hidden[name]; !ok {
			hidden[name] = by
		}
	}
	overlay, err := writeOverlay(cfg, hidden)
	if err != nil {
		return fmt.Errorf("cannot leave the tests out: %w", err)
	}
	cfg.dependencies = dependencies(cfg) // the packages by name would be another key of the cache
	cfg.overlay, cfg.Patterns = overlay, names
	var again Result // its problems are known from res
	sound, err := setAside(ctx, cfg, &again)
	if err != nil || len(sound) == 0 {
		return err
	}
	stderr, err := vet(ctx, cfg, sound, pkgs, &again)
	if err != nil {
		return err
	}
	if err := again.addFailures(ctx, stderr, cfg, pkgs); err != nil {
		return err
	}
	res.addUntested(&again, sound)
	return nil
}

// addUntested files what was found in packages without their tests.
func (res *Result) addUntested(again *Result, names []string) {
	res.Candidates, res.untils = append(res.Candidates, again.Candidates...), append(res.untils, again.untils...)
	res.LeftAlone = append(res.LeftAlone, again.LeftAlone...)
	res.runsLifecycle(slices.Collect(maps.Keys(again.runs))...)
	res.canRun = append(res.canRun, again.canRun...)
	res.Times.unite(again.Times)
	res.Services, res.Others = append(res.Services, again.Services...), append(res.Others, again.Others...)
	res.untested = make(map[string]bool)
	for _, name := range names {
		res.untested[name] = !slices.ContainsFunc(again.Problems, func(p Problem) bool { return p.Package == name })
	}
	for i, p := range res.Problems {
		if res.untested[p.Package] {
			res.Problems[i].Package = tested(p.Package)
		}
	}
}
