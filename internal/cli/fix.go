package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/aymanbagabas/go-udiff"
	"github.com/spf13/cobra"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/output/text"
)

func newFix() *cobra.Command {
	var sel selection
	var fc driver.FixConfig
	cmd := &cobra.Command{
		Use:   "fix [packages]",
		Short: "apply the fixes of findings",
		Long: `Apply the safe fixes of all findings, and with --suggested also those that
change behaviour beyond the bug. Every changed package is type-checked before
anything is written; a fix that would not compile is left out and named. What a
fix brings to light is fixed too, in up to five rounds; --diff shows the first.
Findings that a baseline accepts are fixed like others; what a branch brings is
fixed alone with --new-from merge-base.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := sel.load(cmd.Flags()); err != nil {
				return err
			}
			cfg, err := sel.driver(args)
			if err != nil {
				return err
			}
			if fc.NewFrom != "" {
				if err := driver.FindRevision(cmd.Context(), "", fc.NewFrom); err != nil {
					return err
				}
			}
			cfg.Progress = newProgress(cmd.ErrOrStderr(), sel.verbose)
			fc.Runtime = sel.lifecycle
			res, err := driver.Fix(cmd.Context(), cfg, fc)
			clearProgress(cfg.Progress)
			if err != nil {
				if res != nil && len(res.Files) > 0 {
					_ = reportFix(cmd, res, fc.DryRun) // the error says more
				}
				return err
			}
			return reportFix(cmd, res, fc.DryRun)
		},
	}
	sel.register(cmd.Flags())
	cmd.Flags().BoolVar(&fc.DryRun, "diff", false, "print what would change and write nothing")
	cmd.Flags().StringVar(&fc.NewFrom, "new-from", "", "fix only what this revision does not have; merge-base stands for where the branch began")
	cmd.Flags().BoolVar(&fc.Suggested, "suggested", false, "apply fixes that change behaviour too")
	return cmd
}

func reportFix(cmd *cobra.Command, res *driver.FixResult, dryRun bool) error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	name := func(file string) string {
		if rel, err := filepath.Rel(dir, file); err == nil && filepath.IsLocal(rel) {
			return rel
		}
		return file
	}
	out, log := cmd.OutOrStdout(), cmd.ErrOrStderr()
	for _, f := range res.Files {
		if dryRun {
			text.WriteDiff(out, udiff.Unified("a/"+name(f.Name), "b/"+name(f.Name), string(f.Old), string(f.New)))
		}
	}
	verb := "fixed"
	if dryRun {
		verb = "would fix"
	}
	for _, f := range res.Applied {
		fmt.Fprintf(log, "%s %s:%d: %s (%s)\n", verb, finding.Printable(name(f.File)), f.Start.Line, finding.Printable(f.Fix.Title), f.ID)
	}
	for _, l := range res.Left {
		fmt.Fprintf(log, "left %s:%d: %s: %s\n", finding.Printable(name(l.Finding.File)), l.Finding.Start.Line, l.Finding.ID, finding.Printable(l.Why))
	}
	for _, p := range res.Result.Problems {
		fmt.Fprintf(log, "not analyzed: %s: %s\n", finding.Printable(p.Package), finding.Printable(p.Message))
	}
	if res.Unended {
		fmt.Fprintln(log, "note: what now hangs on lifecycle.Context, lifecycle.Go or lifecycle.OnShutdown ends with lifecycle.Main, lifecycle.ListenAndServe or a lifecycle.Server, and none of the packages has one: see that the program's main does")
	}
	if res.Known > 0 {
		fmt.Fprintf(log, "not touched: %s known before\n", finding.Count(res.Known, "finding"))
	}
	fmt.Fprintf(log, "%s %s in %s, %d left\n", verb, finding.Count(len(res.Applied), "finding"), finding.Count(len(res.Files), "file"), len(res.Left))
	if len(res.Result.Problems) > 0 {
		return exitError(exitIncomplete)
	}
	return nil
}
