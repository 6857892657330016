package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
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

// selection is the set of flags by which commands choose packages and checks, and the
// configuration files that apply.
type selection struct {
	scope           // what holds in the working directory
	local   *locals // what holds elsewhere
	gate    *gate   // whose rule the configuration may set; nil for none
	tags    string
	file    string
	noFile  bool
	builds  []string
	verbose bool

	dir string // what to take for the working directory; "" for that itself
	// leftOut are the checks that a flag leaves out of this run, by ID; those that the
	// configuration leaves out are removed from the suite.
	leftOut  map[string]bool
	narrowed bool // by a flag
}

func (s *selection) register(fs *pflag.FlagSet) {
	fs.StringSliceVar(&s.checks, "checks", nil, "checks to run, by analyzer or analyzer/slug; all and default are sets; a leading - removes one")
	fs.StringVar(&s.tags, "tags", "", "build tags, as for go build")
	fs.StringVar(&s.lifecycle, "lifecycle", check.RuntimePath, "import path of the runtime package that fixes use")
	fs.StringVar(&s.style, "fixes", "lifecycle", "style of fixes: lifecycle, or stdlib for the plain form where there is one")
	fs.StringVar(&s.confidence, "confidence", string(verdict.Medium), "least confidence of findings that are reported: high, medium or low")
	fs.StringVar(&s.tests, "tests", "default", "where checks look in _test.go files: default (what each says), all or none")
	fs.BoolVar(&s.generated, "generated", false, "also report in generated files, without fixes")
	fs.StringArrayVar(&s.builds, "build", nil, "a build to analyze, as GOOS, GOOS/GOARCH or GOOS/GOARCH:tag,tag; of several the findings are united")
	fs.StringVar(&s.file, "config", "", "configuration file (default: "+config.Name+" here or above)")
	fs.BoolVarP(&s.verbose, "verbose", "v", false, "name each package that is analyzed, and how long it took")
	fs.BoolVar(&s.noFile, "no-config", false, "read no configuration file")
}

// load reads the configuration files and lets them set what no flag has set. One that a
// flag names holds everywhere.
func (s *selection) load(fs *pflag.FlagSet) error {
	s.narrowed = fs.Changed("checks")
	flags := s.scope
	c := new(config.Config)
	var err error
	switch {
	case s.noFile:
	case s.file != "":
		c, err = config.Load(s.file, analyzers.New(check.Options{}))
	default:
		s.local, c, err = newLocals(cmp.Or(s.dir, "."))
	}
	if err != nil {
		return usage(err)
	}
	s.scope = flags.under(c, fs)
	if s.gate != nil {
		s.gate.load(fs, c)
	}
	if !fs.Changed("tags") && c.Tags != "" {
		s.tags = c.Tags
	}
	if !fs.Changed("build") {
		s.builds = c.Builds
	}
	return usage(s.local.load(flags, fs, s.gate))
}

// existing returns an error for a pattern that names a file which is not there: the go command would take it for
// a module, and ask the proxy.
func existing(patterns []string) error {
	for _, p := range patterns {
		if !strings.HasSuffix(p, ".go") || strings.ContainsAny(p, "@*") || strings.Contains(p, "...") {
			continue
		}
		if _, err := os.Stat(p); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("there is no file %s", p)
		}
	}
	return nil
}

// driver turns the flags into the driver's configuration.
func (s *selection) driver(patterns []string) (driver.Config, error) {
	if err := existing(patterns); err != nil {
		return driver.Config{}, usage(err)
	}
	suite := analyzers.New(check.Options{})
	if err := s.choose(suite); err != nil && (s.narrowed || !errors.Is(err, analyzers.ErrNone)) { // a file may leave a directory out
		return driver.Config{}, usage(fmt.Errorf("--checks: %w", err))
	}
	least, err := verdict.Parse(s.confidence)
	if err != nil {
		return driver.Config{}, usage(fmt.Errorf("--%w", err))
	}
	if s.narrowed {
		s.leftOut = s.off
	}
	if err := s.validate(); err != nil {
		return driver.Config{}, usage(err)
	}
	cfg := driver.Config{Patterns: patterns, Tags: s.tags, Adjust: s.adjust, Confidence: least}
	for _, a := range suite {
		opts := s.options()
		if err := opts.Validate(a.Name, a.Checks); err != nil {
			return driver.Config{}, usage(err)
		}
		cfg.Flags = append(cfg.Flags, opts.Flags(a.Name)...)
	}
	cfg.Flags = append(cfg.Flags, s.local.flags(&s.scope)...)
	for _, text := range s.builds {
		b, err := build.Parse(text)
		if err != nil {
			return driver.Config{}, usage(fmt.Errorf("--build: %w", err))
		}
		cfg.Builds = append(cfg.Builds, b)
	}
	return cfg, nil
}

// adjust applies what the configuration says about single findings; it reports
// whether to keep f.
func (s *selection) adjust(f *finding.Finding) bool {
	return cmp.Or(s.local.scopeOf(f.File), &s.scope).adjust(f)
}
