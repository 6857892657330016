package check

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/directive"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
)

// A Spec describes one analyzer of the suite.
type Spec struct {
	Name     string
	Doc      string // one sentence
	Checks   []*Check
	Requires []*analysis.Analyzer
	// AnyProgram is set if what the checks find does harm in interactive programs, too:
	// interrupting them does not repair it.
	AnyProgram bool
}

// An Analyzer is an analysis.Analyzer together with its checks, which drivers
// that show more than messages want to see.
type Analyzer struct {
	*analysis.Analyzer
	Checks []*Check
}

// LeftOut returns the checks that do not run with a checks option that is valid.
func (a *Analyzer) LeftOut(option string) []*Check {
	chosen, _ := selectChecks(option, a.Name, a.Checks)
	return slices.DeleteFunc(slices.Clone(a.Checks), func(c *Check) bool { return slices.Contains(chosen, c) })
}

// New returns a fresh analyzer for spec. Two analyzers of one spec share
// nothing, so tests and drivers may configure them apart.
// It panics when the spec contradicts itself; options are validated when the
// analyzer runs, flags when they are set.
func New(spec Spec, opts Options) *Analyzer {
	checks := make([]*Check, len(spec.Checks))
	for i, c := range spec.Checks {
		bound := *c
		if err := bound.bind(spec.Name); err != nil {
			panic(err)
		}
		bound.anyProgram = spec.AnyProgram
		checks[i] = &bound
	}
	o := &opts
	a := &analysis.Analyzer{
		Name:       spec.Name,
		Doc:        doc(spec.Doc, checks),
		URL:        "https://github.com/lifecyclelint/lifecyclelint/blob/main/docs/checks/" + spec.Name + ".md",
		Requires:   append([]*analysis.Analyzer{inputsAnalyzer, calls.Analyzer, signals.Analyzer}, spec.Requires...),
		ResultType: reflect.TypeFor[*Outcome](),
	}
	o.register(&a.Flags, spec.Name, checks)
	a.Run = func(pass *analysis.Pass) (any, error) {
		if err := o.Validate(spec.Name, checks); err != nil {
			return nil, err
		}
		enabled, err := selectChecks(o.Checks, spec.Name, checks)
		if err != nil {
			return nil, err
		}
		return run(pass, o, enabled), nil
	}
	return &Analyzer{a, checks}
}

func doc(text string, checks []*Check) string {
	var b strings.Builder
	b.WriteString(text + "\n\nChecks:\n")
	for _, c := range checks {
		fmt.Fprintf(&b, "  %s: %s", c.Slug, c.Title)
		if c.Confidence == OptIn {
			b.WriteString(" (opt-in)")
		}
		b.WriteString("\n")
	}
	return b.String()
}

// An Outcome is the result of an analyzer on one package: which checks were
// enabled, which ignore directives kept a finding back, and how long each check took.
// What several use counts for the first that does.
type Outcome struct {
	Enabled []*Check
	Used    []*directive.Directive
	Took    map[string]time.Duration // by ID
}

// run executes the enabled checks that can match this package.
func run(pass *analysis.Pass, o *Options, enabled []*Check) *Outcome {
	out := &Outcome{Enabled: slices.Clone(enabled), Took: make(map[string]time.Duration)}
	imports := make(map[string]bool)
	for _, p := range pass.Pkg.Imports() {
		imports[p.Path()] = true
	}
	enabled = slices.DeleteFunc(enabled, func(c *Check) bool {
		return len(c.Imports) > 0 && !slices.ContainsFunc(c.Imports, func(path string) bool {
			return imports[path] || pass.Pkg.Path() == path
		})
	})
	if len(enabled) == 0 {
		return out // another analyzer reports what is left alone
	}
	reading := *pass
	reading.ReadFile = remember(pass.ReadFile)
	pass = &reading
	shared := newShared(pass, o)
	for _, c := range enabled {
		p := &Pass{Pass: pass, Check: c, shared: shared}
		start := time.Now()
		p.runSafely()
		out.Took[c.ID()] = time.Since(start)
	}
	shared.tellDates()
	shared.tellLeftAlone()
	shared.tellRuns()
	shared.flush()
	out.Used = shared.used
	return out
}

// remember reads each file once: messages and fixes quote the source all the time.
func remember(read func(string) ([]byte, error)) func(string) ([]byte, error) {
	texts := make(map[string][]byte)
	return func(name string) ([]byte, error) {
		if text, ok := texts[name]; ok {
			return text, nil
		}
		text, err := read(name)
		if err == nil {
			texts[name] = text
		}
		return text, err
	}
}
