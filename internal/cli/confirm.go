package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lifecyclelint/lifecyclelint/internal/confirm"
	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	confirmout "github.com/lifecyclelint/lifecyclelint/internal/output/confirm"
	"github.com/lifecyclelint/lifecyclelint/internal/profile"
	"github.com/lifecyclelint/lifecyclelint/internal/scratch"
)

// profileFlags say which profiles are read, and how much they confirm.
type profileFlags struct {
	profiles []string
	binaries []string
	samples  int
	interval time.Duration
	timeout  time.Duration
	maxSize  int64
	confirm.Options
}

func (p *profileFlags) register(fs *pflag.FlagSet) {
	fs.StringArrayVar(&p.profiles, "profile", nil, "profile of a running process, as [PROCESS=]FILE, directory or URL; may be repeated")
	fs.StringArrayVar(&p.binaries, "binary", nil, "executable of the process, whose revision and build ID are compared with the source and the profiles")
	fs.IntVar(&p.samples, "samples", 1, "how often each URL is read")
	fs.DurationVar(&p.interval, "interval", 30*time.Second, "time between the samples")
	fs.DurationVar(&p.timeout, "timeout", 30*time.Second, "time that a URL may take to answer")
	fs.Int64Var(&p.maxSize, "max-size", 256, "most megabytes that are read of a URL")
	fs.IntVar(&p.Growth, "min-growth", 10, "goroutines more in the last profile of a process than in the first that confirm")
	fs.IntVar(&p.Count, "min-count", 1000, "goroutines at one place of one process that confirm")
	fs.DurationVar(&p.Age, "min-age", 10*time.Minute, "wait for a lock or a receiver that confirms")
	fs.DurationVar(&p.Delay, "min-delay", time.Second, "average wait in block and mutex profiles that confirms")
}

func (p *profileFlags) validate() error {
	switch {
	case len(p.profiles) == 0:
		return errors.New("confirm wants --profile with a file, a directory or a URL such as http://localhost:6060/debug/pprof/")
	case p.Growth < 1 || p.Count < 1:
		return errors.New("--min-growth and --min-count are at least 1")
	case p.samples < 1 || p.maxSize < 1 || p.maxSize > 1<<20:
		return errors.New("--samples is at least 1, --max-size from 1 to 1048576")
	case p.timeout <= 0 || p.interval < 0 || p.Age < 0 || p.Delay < 0:
		return errors.New("--timeout is more than 0, --interval, --min-age and --min-delay are no less")
	}
	return nil
}

// read passes all profiles to the collector, and returns what could not be read.
func (p *profileFlags) read(ctx context.Context, c *confirm.Collector) ([]profile.Problem, error) {
	r := &profile.Reader{Timeout: p.timeout, MaxSize: p.maxSize << 20, Each: c.Add}
	for i := range p.samples {
		if i > 0 {
			if err := pause(ctx, p.interval); err != nil {
				return nil, err
			}
		}
		for _, arg := range p.profiles {
			if i > 0 && !profile.IsURL(arg) {
				continue
			}
			if err := r.Read(ctx, arg); err != nil {
				return nil, named(err)
			}
		}
	}
	for _, file := range p.binaries {
		b, err := profile.ReadBuild(file)
		if err != nil {
			return nil, usage(fmt.Errorf("--binary: %w", err))
		}
		c.Compare(b)
	}
	if r.Skipped > 0 {
		c.Skipped(r.Skipped)
	}
	return r.Problems, nil
}

func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// named marks the error about a wrong name as the caller's mistake.
func named(err error) error {
	var name *profile.NameError
	if errors.As(err, &name) {
		return usage(fmt.Errorf("--profile: %w", err))
	}
	return err
}

// report checks the packages and joins the findings with the profiles.
func (p *profileFlags) report(ctx context.Context, cfg driver.Config, checked *driver.Result) (*confirm.Report, error) {
	models, err := driver.Model(ctx, cfg)
	if err != nil {
		return nil, err
	}
	c := confirm.New(checked, models.Models, p.Options)
	unread, err := p.read(ctx, c)
	if err != nil {
		return nil, err
	}
	revision, modified := driver.Revision(ctx, cfg)
	c.At(revision, modified)
	r := c.Report()
	r.Unread = unread
	return r, nil
}

// confirmFlags is the set of flags of the confirm command.
type confirmFlags struct {
	profileFlags
	format, out, record string
	all, exitZero       bool
}

func (c *confirmFlags) register(fs *pflag.FlagSet) {
	c.profileFlags.register(fs)
	fs.StringVar(&c.format, "format", "text", "format of the report: "+strings.Join(slices.Sorted(maps.Keys(confirmFormats)), ", "))
	fs.StringVarP(&c.out, "out", "o", "", "file to write the report to, instead of the standard output")
	fs.StringVar(&c.record, "record", "", "file that keeps what was confirmed, over all runs, as JSON lines")
	fs.BoolVar(&c.all, "all", false, "with --format text, also show goroutines that may be idle")
	fs.BoolVar(&c.exitZero, "exit-zero", false, "exit 0 whatever is confirmed")
}

// confirmFormats are the forms in which a report can be written.
var confirmFormats = map[string]func(io.Writer, *confirm.Report, confirmout.Options) error{
	"text":     confirmout.Text,
	"json":     confirmout.JSON,
	"markdown": confirmout.Markdown,
	"sarif":    confirmout.SARIF,
}

func (c *confirmFlags) validate() error {
	if _, ok := confirmFormats[c.format]; !ok {
		return fmt.Errorf("--format is %q, want %s", c.format, strings.Join(slices.Sorted(maps.Keys(confirmFormats)), ", "))
	}
	return c.profileFlags.validate()
}

func newConfirm() *cobra.Command {
	var sel selection
	var c confirmFlags
	cmd := &cobra.Command{
		Use:   "confirm --profile FILE|DIR|URL [packages]",
		Short: "say which findings profiles of running processes confirm",
		Long: `confirm joins goroutine profiles with what the checks have found, in every tier:
findings at which goroutines of a running process are stuck are certain, also those of
low confidence. The first is what to repair first: what grows comes before what is
much. Places where goroutines are stuck without a finding follow, with what the
checks think of them. Without packages, it looks at ./...

It reads goroutine and goroutineleak profiles, block and mutex profiles, in pprof's
format or as text (debug=1, debug=2), and what a panic or SIGQUIT prints. Profiles of
several times show growth. In a directory, each subdirectory is one process; so are
files whose names differ in numbers and times alone.

Exit status: 0 nothing confirmed, 1 something is, 2 a mistake in the call, 3 a profile
or a package could not be read.`,
		Example: `  lifecyclelint confirm --profile http://localhost:6060/debug/pprof/ --samples 5 --interval 1m
  lifecyclelint confirm --profile profiles/ --format markdown ./...
  lifecyclelint confirm --profile api-0=first.pb.gz --profile api-0=second.pb.gz`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := c.validate(); err != nil {
				return usage(err)
			}
			if err := sel.load(cmd.Flags()); err != nil {
				return err
			}
			if len(args) == 0 {
				args = []string{"./..."}
			}
			cfg, err := sel.driver(args)
			if err != nil {
				return err
			}
			return c.run(cmd, &sel, cfg)
		},
	}
	sel.register(cmd.Flags())
	c.register(cmd.Flags())
	return cmd
}

func (c *confirmFlags) run(cmd *cobra.Command, sel *selection, cfg driver.Config) error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	cfg.Progress = newProgress(cmd.ErrOrStderr(), sel.verbose)
	checked, err := driver.Check(cmd.Context(), cfg)
	var r *confirm.Report
	if err == nil {
		r, err = c.report(cmd.Context(), cfg, checked)
	}
	clearProgress(cfg.Progress)
	if err != nil {
		return err
	}
	if err := c.write(cmd.OutOrStdout(), r, dir); err != nil {
		return err
	}
	if c.record != "" {
		if err := confirm.Record(c.record, r, dir, time.Now()); err != nil {
			return fmt.Errorf("--record: %w", err)
		}
	}
	switch {
	case r.Incomplete():
		for _, u := range r.Unread {
			fmt.Fprintf(cmd.ErrOrStderr(), "lifecyclelint: %s: %s\n", u.Name, u.Message)
		}
		return exitError(exitIncomplete)
	case r.Fails() && !c.exitZero:
		return exitError(exitFindings)
	}
	return nil
}

func (c *confirmFlags) write(stdout io.Writer, r *confirm.Report, dir string) error {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	var buf bytes.Buffer
	if err := confirmFormats[c.format](&buf, r, confirmout.Options{Dir: dir, All: c.all}); err != nil {
		return err
	}
	if c.out != "" {
		return scratch.WriteFile(c.out, buf.Bytes())
	}
	_, err := buf.WriteTo(stdout)
	return err
}
