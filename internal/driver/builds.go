package driver

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/build"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// builds returns one configuration for each build.
func (cfg Config) builds() []Config {
	if len(cfg.Builds) == 0 {
		return []Config{cfg}
	}
	var list []Config
	for _, b := range cfg.Builds {
		c := cfg
		c.Env = append(slices.Clone(cfg.Env), b.Env()...)
		c.Tags = b.WithTags(cfg.Tags).Tags
		c.Builds = []build.Build{b}
		list = append(list, c)
	}
	return list
}

// checkBuilds analyzes each build and unites what is found. Problems name the
// build when there are several.
func checkBuilds(ctx context.Context, cfg Config) (*Result, error) {
	all := &Result{Dirs: make(map[string]bool), Places: make(map[string]string), untested: make(map[string]bool)}
	packages := make(map[string]bool) // by path; true for those that a build has
	for _, c := range cfg.builds() {
		res, pkgs, err := checkBuild(ctx, c)
		if err != nil {
			return nil, err
		}
		for path, p := range pkgs {
			all.Dirs[p.dir], all.Places[path] = true, p.dir
			packages[path] = packages[path] || !slices.ContainsFunc(res.Problems, func(problem Problem) bool { return problem.Package == path && excluded(problem.Message) })
		}
		for _, p := range res.Problems {
			if len(cfg.Builds) > 1 {
				p.Message += " (build " + c.Builds[0].String() + ")"
			}
			all.Problems = append(all.Problems, p)
		}
		maps.Copy(all.untested, res.untested)
		all.runsLifecycle(slices.Collect(maps.Keys(res.runs))...)
		all.canRun = append(all.canRun, res.canRun...)
		all.Candidates = append(all.Candidates, res.Candidates...)
		all.Times.unite(res.Times)
		all.LeftAlone = append(all.LeftAlone, res.LeftAlone...)
		all.Services = append(all.Services, res.Services...)
		all.Others = append(all.Others, res.Others...)
		all.Models = append(all.Models, res.Models...)
	}
	// That one build of several lacks a package is no problem.
	all.Problems = slices.DeleteFunc(all.Problems, func(p Problem) bool { return packages[p.Package] && excluded(p.Message) })
	all.Packages = len(packages)
	return all, nil
}

// excluded reports whether a package's problem is that the build has none of its
// files.
func excluded(message string) bool {
	return strings.Contains(message, "build constraints exclude all Go files")
}

// phase begins another part of the work.
func (cfg Config) phase(format string, args ...any) {
	if cfg.Progress != nil {
		cfg.Progress.Phase(fmt.Sprintf(format, args...))
	}
}

// checkBuild analyzes one build. The packages are listed while the go command
// loads them to be vetted.
func checkBuild(ctx context.Context, cfg Config) (*Result, map[string]pkg, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	run, err := startVet(ctx, cfg, patterns(cfg))
	if err != nil {
		return nil, nil, err
	}
	pkgs, problems, err := list(ctx, cfg)
	if err != nil {
		cancel()
		run.abandon()
		return nil, nil, err
	}
	res, had := &Result{Problems: problems}, len(cfg.embedded.names)
	if cfg.Progress != nil {
		cfg.Progress.Total(len(pkgs))
	}
	if err := analyze(ctx, cfg, run, pkgs, res); err != nil {
		return nil, nil, err
	}
	if len(cfg.embedded.names) > had {
		return checkBuild(ctx, cfg)
	}
	if day := expiry(res.untils, time.Now()); day != "" {
		return checkBuild(ctx, cfg.on(day))
	}
	for _, p := range res.Problems {
		if strings.Contains(p.Message, "unsupported GOOS/GOARCH pair") {
			return nil, nil, usagef("%s", p.Message)
		}
	}
	return res, pkgs, nil
}

// expiry returns the first day on which all directives have expired that have by now,
// "" if none has. Until the next one does, it stays the same, and the go command
// finds what it has cached.
func expiry(untils []time.Time, now time.Time) string {
	var last time.Time
	for _, until := range untils {
		if day := until.AddDate(0, 0, 1); !now.Before(day) && day.After(last) {
			last = day
		}
	}
	if last.IsZero() {
		return ""
	}
	return last.Format(time.DateOnly)
}

// on returns the configuration under which the directives are judged on that day.
func (cfg Config) on(day string) Config {
	cfg.Flags = slices.Clone(cfg.Flags)
	for i, f := range cfg.Flags {
		if name, ok := strings.CutSuffix(f, "="+check.NoDay); ok {
			cfg.Flags[i] = name + "=" + day
		}
	}
	return cfg
}
