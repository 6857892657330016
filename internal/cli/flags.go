package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
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
	chosen, err := choose(suite, s.checks)
	if err != nil {
		return driver.Config{}, err
	}
	var flags []string
	for _, a := range suite {
		opts := check.Options{Checks: chosen[a.Name], Lifecycle: s.lifecycle, Fixes: s.style}
		if err := opts.Validate(a.Name, a.Checks); err != nil {
			return driver.Config{}, usage(err)
		}
		flags = append(flags, s.flags(a.Name, opts.Checks)...)
	}
	if !slices.ContainsFunc(suite, func(a *check.Analyzer) bool { return chosen[a.Name] != none }) {
		return driver.Config{}, usage(errors.New("--checks leaves no check to run"))
	}
	return driver.Config{Patterns: patterns, Tags: s.tags, Flags: flags, Adjust: s.adjust}, nil
}

// flags returns the flags of the vet tool for one analyzer.
func (s *selection) flags(analyzer, checks string) []string {
	if checks == none {
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

// none stands for an analyzer of which no check is chosen.
const none = "-all"

// choose resolves --checks to the checks option of each analyzer.
func choose(suite []*check.Analyzer, words []string) (map[string]string, error) {
	chosen := make(map[string]string)
	if slices.ContainsFunc(words, func(w string) bool { return !strings.HasPrefix(w, "-") }) {
		for _, a := range suite {
			chosen[a.Name] = none // the words say what runs
		}
	}
	for _, word := range words {
		name, without := strings.CutPrefix(strings.TrimSpace(word), "-")
		analyzer, slug, one := strings.Cut(name, "/")
		known := false
		for _, a := range suite {
			if analyzer != a.Name && name != "all" && name != "default" {
				continue
			}
			entry := name
			switch {
			case one && !slices.ContainsFunc(a.Checks, func(c *check.Check) bool { return c.Slug == slug }):
				continue
			case one:
				entry = slug
			case analyzer == a.Name && without:
				entry = "all"
			case analyzer == a.Name:
				entry = "default"
			}
			known = true
			if without {
				entry = "-" + entry
			}
			chosen[a.Name] = combine(chosen[a.Name], entry)
		}
		if !known {
			return nil, usage(fmt.Errorf("unknown check %q in --checks; lifecyclelint checks lists them", name))
		}
	}
	return chosen, nil
}

func combine(selection, entry string) string {
	switch {
	case entry == none:
		return none
	case selection == "", selection == none && !strings.HasPrefix(entry, "-"):
		return entry
	case selection == none:
		return none
	}
	return selection + "," + entry
}
