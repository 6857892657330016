package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

func newExplain() *cobra.Command {
	return &cobra.Command{
		Use:   "explain ID",
		Short: "print a check's page: why, bad, good, when it is silent, the fix",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usage(errors.New("explain wants one check, such as goroutineleak/ticker-range; lifecyclelint checks lists them"))
			}
			return nil
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var ids []string
			for _, c := range allChecks() {
				ids = append(ids, c.ID())
			}
			return ids, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, c := range allChecks() {
				if slices.Contains(c.IDs(), args[0]) || c.Is(args[0]) {
					page, err := c.Page()
					if err != nil {
						return err
					}
					_, err = io.WriteString(cmd.OutOrStdout(), page)
					return err
				}
			}
			return usage(analyzers.Unknown(analyzers.New(check.Options{}), args[0]))
		},
	}
}

func allChecks() []*check.Check {
	var list []*check.Check
	for _, a := range analyzers.New(check.Options{}) {
		list = append(list, a.Checks...)
	}
	return list
}

func newChecks() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "checks",
		Short: "list the checks",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch format {
			case "text":
				return listText(cmd.OutOrStdout())
			case "json":
				return listJSON(cmd.OutOrStdout())
			}
			return usage(fmt.Errorf("--format is %q, want text or json", format))
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "output: text or json")
	return cmd
}

func listText(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "CHECK\tSEVERITY\tCONFIDENCE\tREPORTS")
	for _, c := range allChecks() {
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\n", c.ID(), c.Severity, c.Confidence, c.Title)
	}
	return tw.Flush()
}

func listJSON(w io.Writer) error {
	type entry struct {
		ID         string           `json:"id"`
		Title      string           `json:"title"`
		Severity   check.Severity   `json:"severity"`
		Confidence check.Confidence `json:"confidence"`
		Default    bool             `json:"default"`
		Since      string           `json:"since"`
		URL        string           `json:"url"`
	}
	list := []entry{}
	for _, c := range allChecks() {
		list = append(list, entry{c.ID(), c.Title, c.Severity, c.Confidence, c.Confidence != check.OptIn, c.Since, c.URL()})
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(list)
}

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "print the version",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), version())
			return err
		},
	}
}

// version names the release, or the commit for a build from a checkout.
func version() string {
	v, rev := "(devel)", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		if info.Main.Version != "" {
			v = info.Main.Version
		}
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" && !strings.Contains(v, s.Value[:min(12, len(s.Value))]) {
				rev = " " + s.Value[:min(12, len(s.Value))]
			}
		}
	}
	return fmt.Sprintf("lifecyclelint %s%s (%s %s/%s)", v, rev, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
