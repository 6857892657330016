package cli

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/near"
)

// newHelp returns the help command, which describes the analyzers, too: go vet and go fix
// take their flags and refer their users to it.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [command|analyzer]",
		Short: "describe a command, or the flags of an analyzer under go vet and go fix",
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			found, rest, err := root.Find(args)
			if err == nil && (len(rest) == 0 || found != root) {
				found.InitDefaultHelpFlag()
				return found.Help()
			}
			return vetFlags(cmd.OutOrStdout(), root, args[0])
		},
	}
}

// vetFlags prints the flags of the analyzer that is named.
func vetFlags(out io.Writer, root *cobra.Command, name string) error {
	var names []string
	for _, c := range root.Commands() {
		names = append(names, c.Name())
	}
	suite := analyzers.New(check.Options{})
	i := slices.IndexFunc(suite, func(a *check.Analyzer) bool { return a.Name == name })
	if i < 0 {
		for _, a := range suite {
			names = append(names, a.Name)
		}
		return usage(fmt.Errorf("there is no command or analyzer %q%s", name, near.Hint(name, names)))
	}
	var text strings.Builder
	fmt.Fprintf(&text, "Flags of %s for go vet -vettool and go fix -fixtool:\n", name)
	suite[i].Analyzer.Flags.VisitAll(func(f *flag.Flag) {
		fmt.Fprintf(&text, "\n  -%s.%s\n    \t%s\n", name, f.Name, f.Usage)
	})
	_, err := io.WriteString(out, text.String())
	return err
}
