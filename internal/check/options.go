package check

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/module"
)

// RuntimePath is the import path of the runtime package that fixes use.
const RuntimePath = "github.com/lifecyclelint/lifecyclelint/lifecycle"

// Options are the settings every analyzer of the suite has. The zero value is
// the default. Under go vet they come from flags only: its cache knows the tool,
// its flags and the sources, and nothing about configuration files.
type Options struct {
	// Checks selects checks of the analyzer: empty for the default set, "all",
	// or slugs separated by commas; "-slug" takes one out of the default set.
	Checks string
	// Lifecycle is the import path of the runtime package; empty for [RuntimePath].
	Lifecycle string
	// Fixes is the style of the suggested fixes: "lifecycle" (default), or
	// "stdlib" for the plain form where there is one.
	Fixes string
	// Suggested also emits fixes that change behaviour beyond the bug. Off by
	// default, since go vet -fix, go fix and golangci-lint --fix apply what they
	// are given without asking.
	Suggested bool
	// NoTrace leaves out the related positions of a finding, for drivers that
	// would print each as a finding of its own.
	NoTrace bool
	// Today is the date, like 2027-01-31, at which expiring ignore directives are
	// judged; empty for the clock. A command passes it so that a cached result
	// does not outlive the date.
	Today string
}

// register binds o to the flags of one analyzer. A value that makes no sense is
// refused where it is given.
func (o *Options) register(fs *flag.FlagSet, analyzer string, checks []*Check) {
	text := func(name, usage string, to *string) {
		fs.Func(name, usage, func(value string) error {
			old := *to
			*to = value
			err := o.Validate(analyzer, checks)
			if err != nil {
				*to = old
			}
			return err
		})
	}
	text("checks", "checks to run: empty for the default set, all, slugs separated by commas, or -slug to leave one out", &o.Checks)
	text("lifecycle", "import path of the runtime package used by fixes (default "+RuntimePath+")", &o.Lifecycle)
	text("fixes", "style of suggested fixes: lifecycle (default) or stdlib", &o.Fixes)
	text("today", "date at which expiring ignore directives are judged (default: the clock)", &o.Today)
	fs.BoolVar(&o.Suggested, "suggested", o.Suggested, "also emit fixes that change behaviour beyond the bug")
	fs.BoolVar(&o.NoTrace, "notrace", o.NoTrace, "leave out related positions")
}

// Validate reports the first setting that makes no sense for an analyzer with
// these checks.
func (o *Options) Validate(analyzer string, checks []*Check) error {
	if _, err := selectChecks(o.Checks, analyzer, checks); err != nil {
		return err
	}
	if o.Fixes != "" && o.Fixes != "lifecycle" && o.Fixes != "stdlib" {
		return fmt.Errorf("%s: fixes is %q, want lifecycle or stdlib", analyzer, o.Fixes)
	}
	if o.Lifecycle != "" {
		if err := module.CheckImportPath(o.Lifecycle); err != nil {
			return fmt.Errorf("%s: lifecycle is not an import path: %w", analyzer, err)
		}
	}
	if _, err := o.now(); err != nil {
		return fmt.Errorf("%s: today is %q, want a date like 2027-01-31", analyzer, o.Today)
	}
	return nil
}

func (o *Options) now() (time.Time, error) {
	if o.Today == "" {
		return time.Now(), nil
	}
	return time.Parse(time.DateOnly, o.Today)
}

// selectChecks returns the checks that the selection names, in suite order.
func selectChecks(selection, analyzer string, checks []*Check) ([]*Check, error) {
	on := make(map[*Check]bool)
	byDefault := func() {
		for _, c := range checks {
			on[c] = c.Confidence != OptIn
		}
	}
	if selection == "" || strings.HasPrefix(strings.TrimSpace(selection), "-") {
		byDefault()
	}
	for word := range strings.SplitSeq(selection, ",") {
		word = strings.TrimSpace(word)
		slug, without := strings.CutPrefix(word, "-")
		switch slug {
		case "":
			continue
		case "all":
			for _, c := range checks {
				on[c] = !without
			}
			continue
		case "default":
			byDefault()
			continue
		}
		i := slices.IndexFunc(checks, func(c *Check) bool { return c.Slug == slug })
		if i < 0 {
			return nil, fmt.Errorf("%s has no check %q", analyzer, slug)
		}
		on[checks[i]] = !without
	}
	return slices.DeleteFunc(slices.Clone(checks), func(c *Check) bool { return !on[c] }), nil
}
