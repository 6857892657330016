package cli

import (
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/pflag"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/config"
	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// selection is the set of flags by which commands choose packages and checks,
// and the configuration file behind them.
type selection struct {
	checks    []string
	tags      string
	lifecycle string
	style     string
	file      string
	noFile    bool

	config *config.Config
}

func (s *selection) register(fs *pflag.FlagSet) {
	fs.StringSliceVar(&s.checks, "checks", nil, "checks to run, by analyzer or analyzer/slug; all and default are sets; a leading - takes away")
	fs.StringVar(&s.tags, "tags", "", "build tags, as for go build")
	fs.StringVar(&s.lifecycle, "lifecycle", check.RuntimePath, "import path of the runtime package that fixes use")
	fs.StringVar(&s.style, "fixes", "lifecycle", "style of fixes: lifecycle, or stdlib for the plain form where there is one")
	fs.StringVar(&s.file, "config", "", "configuration file (default: "+config.Name+" here or above)")
	fs.BoolVar(&s.noFile, "no-config", false, "read no configuration file")
}

// load reads the configuration file and lets it set what no flag has set.
func (s *selection) load(fs *pflag.FlagSet) error {
	s.config = new(config.Config)
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
	if !fs.Changed("checks") {
		s.checks = c.Checks
	}
	for flag, set := range map[string]struct {
		to   *string
		from string
	}{"tags": {&s.tags, c.Tags}, "lifecycle": {&s.lifecycle, c.Lifecycle}, "fixes": {&s.style, c.Fixes}} {
		if !fs.Changed(flag) && set.from != "" {
			*set.to = set.from
		}
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
	var flags []string
	for _, a := range suite {
		opts := check.Options{Checks: chosen[a.Name], Lifecycle: s.lifecycle, Fixes: s.style}
		if err := opts.Validate(a.Name, a.Checks); err != nil {
			return driver.Config{}, usage(err)
		}
		flags = append(flags, s.flags(a.Name, opts.Checks)...)
	}
	return driver.Config{Patterns: patterns, Tags: s.tags, Flags: flags, Adjust: s.adjust}, nil
}

// flags returns the flags of the vet tool for one analyzer.
func (s *selection) flags(analyzer, checks string) []string {
	if checks == analyzers.None {
		return []string{"-" + analyzer + "=false"}
	}
	var flags []string
	set := func(name, value string) { flags = append(flags, "-"+analyzer+"."+name+"="+value) }
	if checks != "" {
		set("checks", checks)
	}
	if s.lifecycle != check.RuntimePath {
		set("lifecycle", s.lifecycle)
	}
	if s.style != "lifecycle" {
		set("fixes", s.style)
	}
	set("suggested", "true") // which of them to use is decided here, not there
	set("today", time.Now().Format(time.DateOnly))
	return flags
}

// adjust applies what the configuration says about single findings; it reports
// whether to keep f.
func (s *selection) adjust(f *finding.Finding) bool {
	if s.config == nil || s.config.File == "" {
		return true
	}
	if sev, ok := s.config.Severity[f.ID]; ok {
		f.Severity = check.Severity(sev)
	}
	return !s.config.Off(f.ID, finding.Rel(filepath.Dir(s.config.File), f.File))
}
