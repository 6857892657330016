package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/output/patch"
	"github.com/lifecyclelint/lifecyclelint/internal/output/text"
)

func newFix() *cobra.Command {
	var sel selection
	var fc driver.FixConfig
	cmd := &cobra.Command{
		Use:   "fix [packages]",
		Short: "apply the fixes of findings",
		Long: `Apply the safe fixes of all findings, and with --suggested also those that
change behaviour beyond the bug. Every fix is tried before anything is written:
the changed packages are type-checked, and analyzed again together with what
imports them. A fix that would not compile, would not take its finding away or
would bring another that costs as much is left out and named. What a fix brings
to light is fixed too, in up to five passes.

--diff writes nothing and prints the same changes as a patch, which git apply takes;
like gofmt -d in CI, it exits with 1 when there is something to change, and with 0
when there is not.

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
				return err
			}
			return reportFix(cmd, res, fc)
		},
	}
	sel.register(cmd.Flags())
	cmd.Flags().BoolVar(&fc.DryRun, "diff", false, "print what would change as a patch, write nothing, and exit with 1 if there is something to change")
	cmd.Flags().StringVar(&fc.NewFrom, "new-from", "", "fix only what this revision does not have; merge-base stands for where the branch began")
	cmd.Flags().BoolVar(&fc.Suggested, "suggested", false, "apply fixes that change behaviour too")
	return cmd
}

func reportFix(cmd *cobra.Command, res *driver.FixResult, fc driver.FixConfig) error {
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
	log := cmd.ErrOrStderr()
	if fc.DryRun {
		if err := writePatch(cmd, res.Files, dir); err != nil {
			return err
		}
		if root := patch.Root(res.Files, dir); root != "" {
			fmt.Fprintf(log, "note: the patch changes files above this directory: apply it in %s\n", finding.Printable(root))
		}
	}
	verb, changed := "fixed", "changed"
	if fc.DryRun {
		verb, changed = "would fix", "would change"
	}
	for _, f := range res.Applied {
		fmt.Fprintf(log, "%s %s:%d: %s (%s)\n", verb, finding.Printable(name(f.File)), f.Start.Line, finding.Printable(f.Fix.Title), f.ID)
	}
	for _, c := range res.Files {
		if base := filepath.Base(c.Name); base == "go.mod" || base == "go.sum" {
			fmt.Fprintf(log, "%s %s: the fixes need the runtime package\n", changed, finding.Printable(name(c.Name)))
		}
	}
	for _, l := range res.Left {
		fmt.Fprintf(log, "left %s:%d: %s: %s\n", finding.Printable(name(l.Finding.File)), l.Finding.Start.Line, l.Finding.ID, finding.Printable(l.Why))
	}
	for _, p := range res.Result.Problems {
		fmt.Fprintf(log, "not analyzed: %s: %s\n", finding.Printable(p.Package), finding.Printable(p.Message))
	}
	if res.Known > 0 {
		fmt.Fprintf(log, "left alone: %s, which %s has too\n", finding.Count(res.Known, "finding"), finding.Printable(fc.NewFrom))
	}
	fmt.Fprintf(log, "%s %s in %s, %d left\n", verb, finding.Count(len(res.Applied), "finding"), finding.Count(len(res.Files), "file"), len(res.Left))
	switch {
	case len(res.Result.Problems) > 0:
		return exitError(exitIncomplete)
	case fc.DryRun && len(res.Files) > 0:
		return exitError(exitFindings)
	}
	return nil
}

// writePatch prints the changes: as they are for a program, whatever the environment
// says of colours, and on a terminal so that nothing is taken for a command.
func writePatch(cmd *cobra.Command, changes []driver.FileChange, dir string) error {
	w := cmd.OutOrStdout()
	if !isTerminal(w) && !forcesColor(cmd) {
		return patch.Write(w, changes, dir)
	}
	var buf strings.Builder
	if err := patch.Write(&buf, changes, dir); err != nil {
		return err
	}
	text.WriteDiff(w, buf.String())
	return nil
}
