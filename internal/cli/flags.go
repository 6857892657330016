package cli

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/build"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/config"
	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// selection is the set of flags by which commands choose packages and checks,
// and the configuration file behind them.
type selection struct {
	checks     []string
	tags       string
	lifecycle  string
	style      string
	file       string
	noFile     bool
	tests      string
	generated  bool
	confidence string
	builds     []string
	verbose    bool

	config *config.Config
	// leftOut are the checks that a flag keeps from running this time, by ID; those
	// that the configuration leaves out are gone for good.
	leftOut  map[string]bool
	narrowed bool            // by a flag
	off      map[string]bool // checks that are not wanted, by ID
}

func (s *selection) register(fs *pflag.FlagSet) {
	fs.StringSliceVar(&s.checks, "checks", nil, "checks to run, by analyzer or analyzer/slug; all and default are sets; a leading - takes away")
	fs.StringVar(&s.tags, "tags", "", "build tags, as for go build")
	fs.StringVar(&s.lifecycle, "lifecycle", check.RuntimePath, "import path of the runtime package that fixes use")
	fs.StringVar(&s.style, "fixes", "lifecycle", "style of fixes: lifecycle, or stdlib for the plain form where there is one")
	fs.StringVar(&s.confidence, "confidence", string(verdict.Medium), "least confidence of findings that are reported: high, medium or low")
	fs.StringVar(&s.tests, "tests", "default", "where checks look in _test.go files: default (what each says), all or none")
	fs.BoolVar(&s.generated, "generated", false, "also report in generated files, without fixes")
	fs.StringArrayVar(&s.builds, "build", nil, "a build to analyze, as GOOS, GOOS/GOARCH or GOOS/GOARCH:tag,tag; of several the findings are united")
	fs.StringVar(&s.file, "config", "", "configuration file (default: "+config.Name+" here or above)")
	fs.BoolVarP(&s.verbose, "verbose", "v", false, "name each package that is done, and how long it took")
	fs.BoolVar(&s.noFile, "no-config", false, "read no configuration file")
}

// load reads the configuration file and lets it set what no flag has set.
func (s *selection) load(fs *pflag.FlagSet) error {
	s.config, s.narrowed = new(config.Config), fs.Changed("checks")
	name := s.file
	if name == "" && !s.noFile {
		found, err := config.Find(".")
		if err != nil {
			return usage(err)
		}
		name = found
	}
	if name == "" || s.noFile {
		return nil
	}
	c, err := config.Load(name, analyzers.New(check.Options{}))
	if err != nil {
		return usage(err)
	}
	s.config = c
	if !s.narrowed {
		s.checks = c.Checks
	}
	for flag, set := range map[string]struct {
		to   *string
		from string
	}{"tags": {&s.tags, c.Tags}, "lifecycle": {&s.lifecycle, c.Lifecycle}, "fixes": {&s.style, c.Fixes}, "tests": {&s.tests, c.Tests}, "confidence": {&s.confidence, c.Confidence}} {
		if !fs.Changed(flag) && set.from != "" {
			*set.to = set.from
		}
	}
	if !fs.Changed("generated") {
		s.generated = c.Generated
	}
	if !fs.Changed("build") {
		s.builds = c.Builds
	}
	return nil
}

// driver turns the flags into the driver's configuration.
func (s *selection) driver(patterns []string) (driver.Config, error) {
	suite := analyzers.New(check.Options{})
	chosen, err := analyzers.Select(suite, s.checks)
	if err != nil {
		return driver.Config{}, usage(fmt.Errorf("--checks: %w", err))
	}
	least, err := verdict.Parse(s.confidence)
	if err != nil {
		return driver.Config{}, usage(fmt.Errorf("--%w", err))
	}
	s.off = analyzers.LeftOut(suite, chosen)
	if s.narrowed {
		s.leftOut = s.off
	}
	cfg := driver.Config{Patterns: patterns, Tags: s.tags, Adjust: s.adjust, Confidence: least}
	for _, a := range suite {
		opts := s.options()
		if err := opts.Validate(a.Name, a.Checks); err != nil {
			return driver.Config{}, usage(err)
		}
		cfg.Flags = append(cfg.Flags, opts.Flags(a.Name)...)
	}
	for _, text := range s.builds {
		b, err := build.Parse(text)
		if err != nil {
			return driver.Config{}, usage(fmt.Errorf("--build: %w", err))
		}
		cfg.Builds = append(cfg.Builds, b)
	}
	return cfg, nil
}

// options returns the options of every analyzer. Which checks and tiers are wanted is
// no part of them: the go command keeps one record for all.
func (s *selection) options() *check.Options {
	o := &check.Options{
		Checks: "all", Generated: s.generated,
		Suggested: true, Record: true, // which of them to use is decided here, not there
		Today: check.NoDay,
	}
	for _, option := range []struct {
		to          *string
		from, plain string
	}{{&o.Lifecycle, s.lifecycle, check.RuntimePath}, {&o.Fixes, s.style, "lifecycle"}, {&o.Tests, s.tests, "default"}} {
		if option.from != option.plain {
			*option.to = option.from
		}
	}
	if c := s.config; c != nil {
		o.Stops, o.Closes = strings.Join(c.Stops, ","), strings.Join(c.Closes, ",")
		o.RunsForever, o.Detaches = strings.Join(c.RunsForever, ","), strings.Join(c.Detaches, ",")
	}
	return o
}

// adjust applies what the configuration says about single findings; it reports
// whether to keep f.
func (s *selection) adjust(f *finding.Finding) bool {
	if s.off[f.ID] {
		return false
	}
	if s.config == nil || s.config.File == "" {
		return true
	}
	if sev := s.config.SeverityOf(f.IDs); sev != "" {
		f.Severity = check.Severity(sev)
	}
	return !s.config.Off(f.IDs, finding.Rel(filepath.Dir(s.config.File), f.File))
}
