package check

import (
	"flag"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/module"

	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// RuntimePath is the import path of the runtime package that fixes use.
const RuntimePath = "github.com/lifecyclelint/lifecyclelint/lifecycle"

// DependenciesFlag has the vet tool report in dependencies too, so that what the go
// command keeps of a package does not depend on how it was first asked for: in those
// of the modules that are worked on, or in all.
const (
	DependenciesFlag = "-dependencies"
	OwnDependencies  = "own"
	AllDependencies  = "all"

	// Again ends a mode that means the same as without it, and is another key of the
	// go command's cache.
	Again = ",again"
)

// SettingsFlag passes the vet tool, as the JSON of [Settings], the directories in which
// other options hold than those of its other flags.
const SettingsFlag = "-settings"

// Settings are options by import path: those of the longest one that is the path of a
// package or of a parent of it hold for the package.
type Settings map[string]map[string]string

// Of returns the options of a package, by the names of their flags.
func (s Settings) Of(pkg string) map[string]string {
	for ; ; pkg = path.Dir(pkg) {
		if options, ok := s[pkg]; ok || pkg == "." || pkg == "/" {
			return options
		}
	}
}

// local are the options that a part of the tree may set for itself.
var local = []string{"lifecycle", "fixes", "tests", "generated", "stops", "closes", "runs-forever", "detaches"}

// Local returns the options that a part of the tree may set for itself, by the names of
// their flags.
func (o *Options) Local() map[string]string {
	values := make(map[string]string)
	for _, t := range texts {
		if slices.Contains(local, t.name) {
			values[t.name] = *t.of(o)
		}
	}
	for _, s := range switches {
		if slices.Contains(local, s.name) {
			values[s.name] = strconv.FormatBool(*s.of(o))
		}
	}
	return values
}

// ConfiguredVariable is set in the environment by a driver that has read the
// configuration files: the vet tool leaves them alone, and its version does not depend
// on them.
const ConfiguredVariable = "LIFECYCLELINT_CONFIGURED"

// TestedAnalyzer is the name under which the vet tool marks packages that it has analyzed
// with their tests, for a driver that has set [DependenciesFlag].
const TestedAnalyzer = "tested"

// TimedAnalyzer is the name under which the vet tool says how long a package took, as
// the JSON of a [Timing].
const TimedAnalyzer = "timed"

// A Timing is how long the analysis of one package took, and each check in it. It is
// kept with the findings, and is of the run that made them.
type Timing struct {
	End    time.Time                `json:"end"`
	Took   time.Duration            `json:"took"`
	Checks map[string]time.Duration `json:"checks"` // by ID
}

// NoDay is a Today on which no ignore directive has expired. The dates are reported
// instead, under [UntilCategory]: the go command's cache does not depend on the clock, and
// a date that changes among the flags would invalidate it every midnight.
const NoDay = "0001-01-01"

// Options are the settings every analyzer of the suite has. The zero value is
// the default. They come from flags; the go command's cache knows the tool, its flags
// and the sources, and nothing about configuration files.
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
	// judged; empty for the clock, [NoDay] for never.
	Today string
	// Tests is the policy for _test.go files: empty for what each check says, all
	// for every check, none.
	Tests string
	// Generated also reports in generated files, without fixes.
	Generated bool
	// Confidence is the least confidence of findings that are reported: high, medium
	// or low; empty for medium.
	Confidence string
	// Skip reports whether the check with these IDs is off in a file; nil for nowhere.
	Skip func(ids []string, file string) bool
	// Record emits every verdict, marked as such: findings of each tier with their
	// doubts, what is safe and why, and what is out of scope. A driver that filters
	// itself sets it, so that the go command keeps one record for all settings.
	Record bool
	// Stops, Closes, RunsForever and Detaches name functions, separated by commas,
	// of which the user declares that duty.
	Stops, Closes, RunsForever, Detaches string
}

// texts and switches are the options by the names of their flags.
var (
	texts = []struct {
		name, usage string
		of          func(*Options) *string
	}{
		{"checks", "checks to run: empty for the default set, all, slugs separated by commas, or -slug to leave one out", func(o *Options) *string { return &o.Checks }},
		{"lifecycle", "import path of the runtime package used by fixes (default " + RuntimePath + ")", func(o *Options) *string { return &o.Lifecycle }},
		{"fixes", "style of suggested fixes: lifecycle (default) or stdlib", func(o *Options) *string { return &o.Fixes }},
		{"tests", "where checks look in test files: empty for what each says, all, or none", func(o *Options) *string { return &o.Tests }},
		{"confidence", "least confidence of findings that are reported: high, medium (default) or low", func(o *Options) *string { return &o.Confidence }},
		{"today", "date at which expiring ignore directives are judged (default: the clock)", func(o *Options) *string { return &o.Today }},
		{"stops", "functions that stop the value they are given or called on, separated by commas", func(o *Options) *string { return &o.Stops }},
		{"closes", "functions that close the channel or closer they are given", func(o *Options) *string { return &o.Closes }},
		{"runs-forever", "functions that live as long as the process on purpose", func(o *Options) *string { return &o.RunsForever }},
		{"detaches", "functions that leave their caller's context on purpose", func(o *Options) *string { return &o.Detaches }},
	}
	switches = []struct {
		name, usage string
		of          func(*Options) *bool
	}{
		{"suggested", "also emit fixes that change behaviour beyond the bug", func(o *Options) *bool { return &o.Suggested }},
		{"record", "emit every verdict, marked as such, for drivers that filter themselves", func(o *Options) *bool { return &o.Record }},
		{"generated", "also report in generated files, without fixes", func(o *Options) *bool { return &o.Generated }},
		{"notrace", "leave out related positions", func(o *Options) *bool { return &o.NoTrace }},
	}
)

// register binds o to the flags of one analyzer. A value that makes no sense is
// refused where it is given.
func (o *Options) register(fs *flag.FlagSet, analyzer string, checks []*Check) {
	for _, t := range texts {
		fs.Func(t.name, t.usage, func(value string) error {
			to := t.of(o)
			old := *to
			*to = value
			err := o.Validate(analyzer, checks)
			if err != nil {
				*to = old
			}
			return err
		})
	}
	for _, s := range switches {
		fs.BoolVar(s.of(o), s.name, *s.of(o), s.usage)
	}
}

// Flags returns the flags that give an analyzer these options under go vet, as
// far as they are not the default.
func (o *Options) Flags(analyzer string) []string {
	var flags []string
	for _, t := range texts {
		if value := *t.of(o); value != "" {
			flags = append(flags, "-"+analyzer+"."+t.name+"="+value)
		}
	}
	for _, s := range switches {
		if *s.of(o) {
			flags = append(flags, "-"+analyzer+"."+s.name)
		}
	}
	return flags
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
	if o.Tests != "" && o.Tests != "all" && o.Tests != "none" {
		return fmt.Errorf("%s: tests is %q, want all or none", analyzer, o.Tests)
	}
	if _, err := verdict.Parse(o.Confidence); err != nil {
		return fmt.Errorf("%s: %w", analyzer, err)
	}
	if _, err := o.declared(); err != nil {
		return fmt.Errorf("%s: %w", analyzer, err)
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
		i := slices.IndexFunc(checks, func(c *Check) bool { return c.Is(slug) })
		if i < 0 {
			return nil, fmt.Errorf("%s has no check %q", analyzer, slug)
		}
		on[checks[i]] = !without
	}
	return slices.DeleteFunc(slices.Clone(checks), func(c *Check) bool { return !on[c] }), nil
}
