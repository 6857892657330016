package cli

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"github.com/lifecyclelint/lifecyclelint/internal/config"
	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// gate decides which findings fail a run.
type gate struct {
	failOn   string
	rule     finding.FailOn // failOn, validated
	exitZero bool
}

// register registers the flags; what fails a run by default is the command's.
func (g *gate) register(fs *pflag.FlagSet, failOn string) {
	fs.StringVar(&g.failOn, "fail-on", failOn, "least confidence of findings that fail the run: high, medium, low or none")
	fs.BoolVar(&g.exitZero, "exit-zero", false, "exit 0 whatever is found")
	fs.Bool("strict", false, "what is now the default: medium confidence fails the run")
	_ = fs.MarkHidden("strict") // it was registered the line before
}

// load takes from the configuration what no flag has set.
func (g *gate) load(fs *pflag.FlagSet, c *config.Config) {
	if !fs.Changed("fail-on") && c.FailOn != "" {
		g.failOn = c.FailOn
	}
}

func (g *gate) validate() (err error) {
	if g.rule, err = finding.ParseFailOn(g.failOn); err != nil {
		return fmt.Errorf("--fail-on %w", err)
	}
	return nil
}

// verdict returns the error that carries the run's exit code.
func (g *gate) verdict(res *driver.Result) error {
	if len(res.Problems) > 0 {
		return exitError(exitIncomplete)
	}
	for _, f := range res.Findings {
		if !g.exitZero && g.rule.Of(&f) == finding.Error {
			return exitError(exitFindings)
		}
	}
	return nil
}

// tryFixes tries the fixes that the output contains. A failure is printed and does not drop
// the findings; an interrupt does.
func tryFixes(cmd *cobra.Command, cfg driver.Config, runtime string, res *driver.Result) error {
	err := driver.TryFixes(cmd.Context(), cfg, runtime, res)
	if err != nil && cmd.Context().Err() == nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "lifecyclelint: the fixes were not tried: %v\n", err)
	}
	return cmd.Context().Err()
}

func newCheck() *cobra.Command {
	var sel selection
	var g gate
	var outs outputs
	var old known
	var stats bool
	cmd := &cobra.Command{
		Use:   "check [packages]",
		Short: "report findings (the default command)",
		RunE: func(cmd *cobra.Command, args []string) error {
			sel.gate = &g
			if err := sel.load(cmd.Flags()); err != nil {
				return err
			}
			if err := errors.Join(outs.validate(), g.validate()); err != nil {
				return usage(err)
			}
			cfg, err := sel.driver(args)
			if err != nil {
				return err
			}
			if err := old.load(cmd, &sel); err != nil {
				return err
			}
			cfg.Progress = newProgress(cmd.ErrOrStderr(), sel.verbose)
			res, err := driver.Check(cmd.Context(), cfg)
			if err == nil {
				err = old.subtract(cmd, cfg, res)
			}
			if err == nil && outs.carryEdits() {
				err = tryFixes(cmd, cfg, sel.lifecycle, res)
			}
			clearProgress(cfg.Progress)
			if err != nil {
				return err
			}
			res.FailOn = g.rule
			if err := outs.write(cmd, cfg, res); err != nil {
				return err
			}
			if stats {
				if err := tellStats(cmd, cfg, res); err != nil {
					return err
				}
			}
			tellIncomplete(cmd.ErrOrStderr(), res)
			return g.verdict(res)
		},
	}
	sel.register(cmd.Flags())
	outs.register(cmd.Flags())
	g.register(cmd.Flags(), string(verdict.Medium))
	old.register(cmd.Flags())
	cmd.Flags().BoolVar(&stats, "stats", false, "count findings by check, owner (CODEOWNERS) and service, and name the slowest packages and checks, on the standard error")
	return cmd
}

// tellIncomplete says on the standard error that findings are missing: where they
// are read by a program, a person may look nowhere else.
func tellIncomplete(w io.Writer, res *driver.Result) {
	if len(res.Problems) == 0 {
		return
	}
	fmt.Fprintf(w, "lifecyclelint: the findings are incomplete: %s\n", finding.Printable(driver.Incomplete(res.Problems)))
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
