package cli

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// slowest is how many packages and checks are named.
const slowest = 10

// tellStats counts what is reported, and says what took long. It writes to the
// standard error, since the standard output is in a format.
func tellStats(cmd *cobra.Command, cfg driver.Config, res *driver.Result) error {
	own, err := ownersHere()
	if err != nil {
		return err
	}
	programs, err := driver.Programs(cmd.Context(), cfg)
	if err != nil {
		return err
	}
	w := cmd.ErrOrStderr()
	for _, c := range counts(res.Findings, own, programs) {
		tellCounts(w, c.title, c.by)
	}
	tellTimes(w, "slowest packages", res.Times.Packages)
	tellTimes(w, "slowest checks", res.Times.Checks)
	return nil
}

// A count is a number of findings by name.
type count struct {
	title string
	by    map[string]int
}

func counts(findings []finding.Finding, own *owners, programs map[string][]string) []count {
	checks, owners, services := make(map[string]int), make(map[string]int), make(map[string]int)
	for _, f := range findings {
		checks[f.ID]++
		owners[cmp.Or(own.of(f.File), "no owner")]++
		for _, program := range programs[f.Package] {
			services[program]++
		}
		if len(programs[f.Package]) == 0 {
			services["no service"]++
		}
	}
	return []count{
		{"findings by check", checks},
		{"findings by owner", owners},
		{"findings by service, for each that has the package in it", services},
	}
}

func tellCounts(w io.Writer, title string, by map[string]int) {
	if len(by) == 0 {
		return
	}
	names := slices.Sorted(maps.Keys(by))
	slices.SortStableFunc(names, func(a, b string) int { return by[b] - by[a] })
	fmt.Fprintln(w, title)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, name := range names {
		fmt.Fprintf(table, "%d\t  %s\n", by[name], finding.Printable(name))
	}
	table.Flush()
}

func tellTimes(w io.Writer, title string, times map[string]time.Duration) {
	if len(times) == 0 {
		return
	}
	fmt.Fprintln(w, title+", in the run that analyzed them")
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, name := range driver.Slowest(times, slowest) {
		fmt.Fprintf(table, "%s\t  %s\n", round(times[name]), finding.Printable(name))
	}
	table.Flush()
}
