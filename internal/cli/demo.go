package cli

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/fatih/color"
	"github.com/spf13/cobra"

	"github.com/lifecyclelint/lifecyclelint/internal/audit"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/demo"
	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	auditout "github.com/lifecyclelint/lifecyclelint/internal/output/audit"
	"github.com/lifecyclelint/lifecyclelint/internal/output/text"
	"github.com/lifecyclelint/lifecyclelint/internal/scratch"
)

func newDemo() *cobra.Command {
	return &cobra.Command{
		Use:   "demo",
		Short: "show findings and their fixes on a sample platform that comes with the tool",
		Args:  noArgs,
		RunE:  runDemo,
	}
}

// runDemo needs the go command and nothing else: the sample uses only the
// standard library, so no network either.
func runDemo(cmd *cobra.Command, _ []string) error {
	tmp, err := scratch.New()
	if err != nil {
		return err
	}
	defer tmp.Close()
	dir, err := tmp.Sub("demo")
	if err != nil {
		return err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return err
	}
	if err := demo.Unpack(dir); err != nil {
		return err
	}
	cfg, err := (&selection{scope: scope{checks: []string{"all"}, lifecycle: check.RuntimePath, style: "lifecycle"}}).driver([]string{"./..."})
	if err != nil {
		return err
	}
	cfg.Dir = dir
	cfg.Env = []string{"GOWORK=off", "GOFLAGS=-mod=mod", "GOPROXY=off", "GO111MODULE=on"}
	cfg.Progress = newProgress(cmd.ErrOrStderr(), false)
	out := cmd.OutOrStdout()
	res, err := driver.Check(cmd.Context(), cfg)
	clearProgress(cfg.Progress)
	if err != nil {
		return err
	}
	if err := showGaps(out, res, dir); err != nil {
		return err
	}
	services, err := driver.Audit(cmd.Context(), cfg)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "\nHow each service starts, runs and stops; lifecyclelint audit says more.\n\n")
	if err := auditout.Matrix(out, audit.New(dir, services, res)); err != nil {
		return err
	}
	fmt.Fprintf(out, "\nlifecyclelint explain ID tells more about a finding. In a module of one's own: lifecyclelint ./...\n")
	if len(res.Problems) > 0 {
		return exitError(exitIncomplete)
	}
	return nil
}

// showGaps shows the findings in the order of the audit that found them: a table of all,
// and then one of each check, with the change that repairs it.
func showGaps(out io.Writer, res *driver.Result, dir string) error {
	byGap := make([][]finding.Finding, len(demo.Gaps))
	for _, f := range res.Findings {
		if i := demo.Of(f.ID, finding.Rel(dir, f.File)); i >= 0 {
			byGap[i] = append(byGap[i], f)
		}
	}
	fmt.Fprintf(out, "A small platform of services, with the mistakes that an audit of a real one found.\n\n")
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for i, list := range byGap {
		if len(list) > 0 {
			fmt.Fprintf(table, "%s\t%s\t%s\n", demo.Gaps[i].Number, demo.Gaps[i].Title, finding.Count(len(list), "finding"))
		}
	}
	if err := table.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(out, "\n%s. One of each kind follows, with the change that repairs it;\nwhat a change does to the imports is left out.\n", res.Summary())
	for i, list := range byGap {
		if len(list) == 0 {
			continue
		}
		fmt.Fprintf(out, "\n%s\n\n", color.New(color.Bold).Sprint(strings.TrimSpace(demo.Gaps[i].Number+"  "+demo.Gaps[i].Title)))
		if err := showGap(out, demo.Gaps[i], list, dir); err != nil {
			return err
		}
	}
	return nil
}

// showGap shows the first finding of each check of a gap, and where the others are.
func showGap(out io.Writer, g demo.Gap, list []finding.Finding, dir string) error {
	shown := make(map[string]bool)
	for _, p := range g.Checks {
		var others []string
		for _, f := range list {
			switch {
			case f.ID != p.ID:
			case shown[f.ID]:
				others = append(others, fmt.Sprintf("%s:%d", finding.Rel(dir, f.File), f.Start.Line))
			default:
				shown[f.ID] = true
				if err := text.List(out, []finding.Finding{f}, text.Options{Dir: dir, ShowFix: true, Essence: true}); err != nil {
					return err
				}
			}
		}
		list = slices.DeleteFunc(list, func(f finding.Finding) bool { return f.ID == p.ID })
		if len(others) > 0 {
			fmt.Fprintf(out, "  also in %s\n\n", strings.Join(others, "\n          "))
		}
	}
	return nil
}
