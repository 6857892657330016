package cli

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/spf13/pflag"
	"golang.org/x/mod/module"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/config"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A scope is what holds for the files of one configuration: what it says, and what flags
// say in its place.
type scope struct {
	checks     []string
	lifecycle  string
	style      string
	tests      string
	generated  bool
	confidence string

	config *config.Config
	rules  finding.Rules   // empty for those of the run
	off    map[string]bool // checks that are not wanted, by ID
}

// under returns the scope of a configuration: it sets what no flag has set.
func (s scope) under(c *config.Config, fs *pflag.FlagSet) scope {
	s.config = c
	if !fs.Changed("checks") {
		s.checks = c.Checks
	}
	for flag, set := range map[string]struct {
		to   *string
		from string
	}{"lifecycle": {&s.lifecycle, c.Lifecycle}, "fixes": {&s.style, c.Fixes}, "tests": {&s.tests, c.Tests}, "confidence": {&s.confidence, c.Confidence}} {
		if !fs.Changed(flag) && set.from != "" {
			*set.to = set.from
		}
	}
	if !fs.Changed("generated") {
		s.generated = c.Generated
	}
	return s
}

// choose works out which checks are off.
func (s *scope) choose(suite []*check.Analyzer) error {
	chosen, err := analyzers.Select(suite, s.checks)
	s.off = analyzers.LeftOut(suite, chosen)
	return err
}

// validate refuses values of flags that make no sense; those of files have been checked.
// Commands without a flag have the empty value.
func (s *scope) validate() error {
	if !slices.Contains([]string{"", "lifecycle", "stdlib"}, s.style) {
		return fmt.Errorf("--fixes is %q, want lifecycle or stdlib", s.style)
	}
	if !slices.Contains([]string{"", "default", "all", "none"}, s.tests) {
		return fmt.Errorf("--tests is %q, want default, all or none", s.tests)
	}
	if err := module.CheckImportPath(cmp.Or(s.lifecycle, check.RuntimePath)); err != nil {
		return fmt.Errorf("--lifecycle is not an import path: %w", err)
	}
	return nil
}

// options returns the options of every analyzer. Which checks and tiers are wanted is
// no part of them: the go command keeps one record for all, and which fixes to use is
// decided here.
func (s *scope) options() *check.Options {
	c := config.Config{Lifecycle: s.lifecycle, Fixes: s.style, Tests: s.tests, Generated: s.generated}
	if s.config != nil {
		c.Stops, c.Closes, c.RunsForever, c.Detaches = s.config.Stops, s.config.Closes, s.config.RunsForever, s.config.Detaches
	}
	o := c.Options()
	o.Checks, o.Suggested, o.Record, o.Today = "all", true, true, check.NoDay
	return &o
}

// adjust applies what the configuration says about single findings; it reports
// whether to keep f.
func (s *scope) adjust(f *finding.Finding) bool {
	if s.off[f.ID] {
		return false
	}
	f.Rules = s.rules
	if s.config == nil || s.config.File == "" {
		return true
	}
	if sev := s.config.SeverityOf(f.IDs); sev != "" {
		f.Severity = check.Severity(sev)
	}
	return !s.config.Off(f.IDs, finding.Rel(filepath.Dir(s.config.File), f.File))
}

// locals are the scopes of all configurations that may apply. A nil one is of a run in
// which there is one for everything.
type locals struct {
	tree   *config.Tree
	scopes map[*config.Config]*scope
}

// newLocals reads the configurations, and returns that of the directory, too.
func newLocals(dir string) (*locals, *config.Config, error) {
	tree, err := config.LoadTree(dir, analyzers.New(check.Options{}))
	if err != nil {
		return nil, nil, err
	}
	here, err := filepath.Abs(dir)
	if err != nil {
		return nil, nil, err
	}
	c := tree.For(here + string(filepath.Separator))
	if c == nil {
		c = new(config.Config)
	}
	return &locals{tree, make(map[*config.Config]*scope)}, c, nil
}

// load makes the scopes.
func (l *locals) load(flags scope, fs *pflag.FlagSet, g *gate) error {
	if l == nil {
		return nil
	}
	suite := analyzers.New(check.Options{})
	for _, c := range append(l.tree.Files(), nil) {
		s := flags
		if c != nil {
			s = flags.under(c, fs)
		}
		if err := s.choose(suite); err != nil && !errors.Is(err, analyzers.ErrNone) {
			return fmt.Errorf("--checks: %w", err)
		}
		least, err := verdict.Parse(s.confidence)
		if err != nil {
			return fmt.Errorf("--%w", err)
		}
		s.rules.Confidence = least
		if g != nil && !fs.Changed("fail-on") {
			s.rules.FailOn = failOn(c)
		}
		l.scopes[c] = &s
	}
	return nil
}

// failOn returns the rule that a configuration sets, never that of the run.
func failOn(c *config.Config) finding.FailOn {
	if c == nil || c.FailOn == "" {
		return finding.FailOn(verdict.Medium)
	}
	rule, _ := finding.ParseFailOn(c.FailOn) // it has been validated
	return rule
}

// scopeOf returns the scope of a file, nil for that of the working directory, which is also
// that of a file of another repository, such as one of a module that is required.
func (l *locals) scopeOf(file string) *scope {
	if l == nil || !l.tree.Has(file) {
		return nil
	}
	return l.scopes[l.tree.For(file)]
}

// flags returns the flag that passes the vet tool the directories in which other options
// hold than in the working directory; none if there are none.
func (l *locals) flags(here *scope) []string {
	if l == nil {
		return nil
	}
	settings, differ := make(check.Settings), false
	base := here.options().Local()
	for path, c := range l.tree.ByImportPath() {
		settings[path] = l.scopes[c].options().Local()
		differ = differ || !maps.Equal(settings[path], base)
	}
	if !differ {
		return nil
	}
	text, err := json.Marshal(settings)
	if err != nil { // texts are always encoded
		panic(err)
	}
	return []string{check.SettingsFlag + "=" + string(text)}
}
