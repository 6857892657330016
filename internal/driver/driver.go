// Package driver runs the suite over packages and applies its fixes. It does not
// load or analyze programs itself: the go command does, with this very binary as
// its vet tool, so that results are cached per package. go/packages supplies
// what the go command's stream lacks: directories, totals, load errors, and the
// type-check of a fix before it is written.
package driver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/version"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/build"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/child"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/model"
	"github.com/lifecyclelint/lifecyclelint/internal/scratch"
	"github.com/lifecyclelint/lifecyclelint/internal/service"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A Config says what to analyze and how.
type Config struct {
	Dir      string   // working directory; "" for the current one
	Env      []string // added to the environment of the go command
	Patterns []string // package patterns; empty for "."
	Tags     string   // build tags, as go build's -tags takes them
	Flags    []string // flags of the vet tool, which choose and set up checks
	// Builds are analyzed one after the other and their findings united; without
	// any, the host's build is.
	Builds []build.Build
	// Confidence is the least of findings that are reported; empty for medium.
	Confidence verdict.Confidence
	// Adjust may change a finding, and reports whether to keep it; nil keeps all.
	Adjust func(*finding.Finding) bool
	// Progress is passed the number of packages, and then each one that is done.
	Progress Progress

	scratch *scratch.Dir // for temporary files, those of the go command included
	modfile string       // in place of the module's go.mod; "" for that
	// dependencies is what is reported of the packages that others need; "" for those that
	// the patterns match.
	dependencies string

	embedded *standIns
	overlay  string            // a file that names replacements for others; "" for those of embedded
	replace  map[string]string // what it names, except tests that are left out
}

// Progress is shown while the analysis runs. Total may be called again, for more.
type Progress interface {
	// Phase begins another part of the work, like "trying 12 fixes". The packages are
	// counted from the beginning.
	Phase(name string)
	Total(packages int)
	Done()
	// Unit is called for each package and test variant with the time that it took; cached
	// is set if that was in an earlier run.
	Unit(id string, took time.Duration, cached bool)
}

// A Result is what an analysis found. It is complete when Problems is empty.
type Result struct {
	Findings []finding.Finding
	// Suppressed are findings that are accepted, and why. Outputs may list them.
	Suppressed []finding.Finding
	// Below are findings that are less sure than what was asked for.
	Below []finding.Finding
	// Candidates are all places that a check has looked at, with the verdict.
	Candidates []finding.Candidate
	// LeftAlone are the packages for developers, in which nothing is reported.
	LeftAlone []string
	Packages  int
	Dirs      map[string]bool // the packages' directories
	Problems  []Problem
	FailOn    finding.FailOn    // what fails the run, which outputs tell
	Services  []service.Service // what [Audit] has found, by package
	Others    []service.Other   // programs that it does not rate
	Models    []model.Package   // what [Model] has found
	Places    map[string]string // the packages' directories, by path
	Times     Times

	absent   map[string]bool // files that packages embed and that are not there
	untested map[string]bool // packages that were analyzed without their tests, which are broken
	runs     map[string]bool // programs that run the process-wide lifecycle
	canRun   []string        // those that end by themselves, and could shut it down then
	untils   []time.Time     // after which ignore directives have expired
	units    map[string]bool // packages that the tool has been through, and [tested] ones
}

// A Problem is a package that could not be analyzed, and why.
type Problem struct {
	Package string `json:"package"`
	Message string `json:"message"`
}

// Text says what is missing from the findings.
func (p Problem) Text() string {
	was := " was not analyzed: "
	if strings.Contains(p.Package, " and ") { // of Fold
		was = " were not analyzed: "
	}
	return p.Package + was + p.Message
}

// IncompleteID and IncompleteFile stand for a [Problem] in formats in which everything
// is a finding of some check in some file.
const (
	IncompleteID   = "lifecyclelint/incomplete"
	IncompleteFile = "go.mod"
)

// A UsageError is a mistake in how the tool was called; nothing was analyzed.
type UsageError struct{ Err error }

func (e *UsageError) Error() string { return e.Err.Error() }
func (e *UsageError) Unwrap() error { return e.Err }

func usagef(format string, args ...any) error {
	return &UsageError{fmt.Errorf(format, args...)}
}

// MinGo is the oldest go command whose vet protocol has the types and facts in the format
// that this tool reads.
const MinGo = "go1.26"

// Check analyzes the configured packages.
func Check(ctx context.Context, cfg Config) (*Result, error) {
	cfg, done, err := cfg.withScratch()
	if err != nil {
		return nil, err
	}
	defer done()
	res, err := checkWithGo(ctx, cfg)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(res.Problems, func(a, b Problem) int {
		return cmp.Or(strings.Compare(a.Package, b.Package), strings.Compare(a.Message, b.Message))
	})
	res.Problems = slices.Compact(res.Problems)
	slices.Sort(res.LeftAlone)
	res.LeftAlone = slices.Compact(res.LeftAlone)
	res.judge(cfg)
	res.absent = cfg.embedded.names
	return res, res.settle(ctx, cfg)
}

// judge sorts the candidates and deals out those that are findings.
func (res *Result) judge(cfg Config) {
	all := finding.SortCandidates(res.Candidates)
	fingerprint(all, cfg.replace)
	res.Candidates = nil
	for _, c := range all {
		if cfg.Adjust != nil && !cfg.Adjust(&c.Finding) {
			continue
		}
		res.Candidates = append(res.Candidates, c)
		switch f := c.Finding; {
		case c.Verdict != finding.Found:
		case !f.Confidence.AtLeast(cmp.Or(f.Rules.Confidence, cfg.Confidence, verdict.Medium)):
			res.Below = append(res.Below, f)
		case f.Suppression != nil:
			res.Suppressed = append(res.Suppressed, f)
		default:
			res.Findings = append(res.Findings, f)
		}
	}
}

// checkWithGo analyzes the packages and checks the version of the go command concurrently,
// which nearly always suffices: checking first would delay every run.
func checkWithGo(ctx context.Context, cfg Config) (*Result, error) {
	work, cancel := context.WithCancel(ctx)
	defer cancel()
	refused := make(chan error, 1)
	go func() {
		err := checkGo(ctx, cfg)
		if err != nil {
			cancel()
		}
		refused <- err
	}()
	res, err := checkBuilds(work, cfg)
	if goErr := <-refused; goErr != nil {
		return nil, goErr
	}
	return res, err
}

// checkGo refuses a go command that would half work.
func checkGo(ctx context.Context, cfg Config) error {
	out, err := goCommand(ctx, cfg, "env", "GOVERSION").Output()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return usagef("go env: %s", firstLine(exit.Stderr))
		}
		return usagef("the go command cannot be run: %w", err)
	}
	v := strings.TrimSpace(string(out))
	if version.IsValid(v) && version.Compare(v, MinGo) < 0 {
		return usagef("the go command is %s; lifecyclelint needs %s or newer", v, MinGo)
	}
	return nil
}

func goCommand(ctx context.Context, cfg Config, args ...string) *child.Command {
	cmd := child.New(ctx, "go", args...)
	cmd.Dir = cfg.Dir
	cmd.Env = cfg.environ()
	return cmd
}

// withScratch returns the configuration with a directory for temporary files, and a
// function to call when it is no longer used.
func (cfg Config) withScratch() (Config, func(), error) {
	if cfg.scratch != nil {
		return cfg, func() {}, nil
	}
	dir, err := scratch.New()
	cfg.scratch, cfg.embedded = dir, new(standIns)
	return cfg, func() { _ = dir.Close() }, err // the next run tries again
}

func (cfg Config) environ() []string {
	env := append(append(os.Environ(), check.ConfiguredVariable+"=1"), cfg.Env...)
	if cfg.scratch != nil {
		env = append(env, cfg.scratch.GoEnv())
	}
	return env
}

// buildFlags returns the flags by which a build's packages are listed and vetted.
func buildFlags(cfg Config) []string {
	var flags []string
	if cfg.Tags != "" {
		flags = append(flags, "-tags="+cfg.Tags)
	}
	if cfg.modfile != "" {
		flags = append(flags, "-modfile="+cfg.modfile)
	}
	if overlay := cmp.Or(cfg.overlay, cfg.embedded.flag()); overlay != "" {
		flags = append(flags, "-overlay="+overlay)
	}
	return flags
}

func patterns(cfg Config) []string {
	if len(cfg.Patterns) == 0 {
		return []string{"."}
	}
	return cfg.Patterns
}

// downloading begins lines that the go command prints while it fetches modules.
const downloading = "go: downloading "

// firstLine returns the first line that says what is wrong, with the indented ones that
// continue it.
func firstLine(text []byte) string {
	line, rest, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	if strings.HasPrefix(line, downloading) && rest != "" {
		return firstLine([]byte(rest))
	}
	for next := range strings.Lines(rest) {
		if !strings.HasPrefix(next, "\t") {
			break
		}
		line += " " + strings.TrimSpace(next)
	}
	return line
}
