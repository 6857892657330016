package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/driver"
)

// selection is the set of flags by which commands choose packages and checks.
type selection struct {
	checks    []string
	tags      string
	lifecycle string
	style     string
}

func (s *selection) register(fs *pflag.FlagSet) {
	fs.StringSliceVar(&s.checks, "checks", nil, "checks to run, by analyzer or analyzer/slug; all and default are sets; a leading - takes away")
	fs.StringVar(&s.tags, "tags", "", "build tags, as for go build")
	fs.StringVar(&s.lifecycle, "lifecycle", check.RuntimePath, "import path of the runtime package that fixes use")
	fs.StringVar(&s.style, "fixes", "lifecycle", "style of fixes: lifecycle, or stdlib for the plain form where there is one")
}

// config turns the flags into the driver's configuration.
func (s *selection) config(patterns []string) (driver.Config, error) {
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
		if chosen[a.Name] == none {
			flags = append(flags, "-"+a.Name+"=false")
			continue
		}
		set := func(name, value string) { flags = append(flags, "-"+a.Name+"."+name+"="+value) }
		if opts.Checks != "" {
			set("checks", opts.Checks)
		}
		if s.lifecycle != check.RuntimePath {
			set("lifecycle", s.lifecycle)
		}
		if s.style != "lifecycle" {
			set("fixes", s.style)
		}
		set("suggested", "true") // which of them to use is decided here, not there
		set("today", time.Now().Format(time.DateOnly))
	}
	if !slices.ContainsFunc(suite, func(a *check.Analyzer) bool { return chosen[a.Name] != none }) {
		return driver.Config{}, usage(errors.New("--checks leaves no check to run"))
	}
	return driver.Config{Patterns: patterns, Tags: s.tags, Flags: flags}, nil
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
