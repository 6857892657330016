// Package cli is the command line: cobra commands that read flags, run the
// driver and choose an output. It is reached only after main has made sure that
// the go command is not calling.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/near"
)

// Exit codes.
const (
	exitClean      = 0 // nothing found, or nothing that fails the run
	exitFindings   = 1
	exitUsage      = 2 // the call or the configuration makes no sense
	exitIncomplete = 3 // a package did not load or build, or the tool failed

	exitSignal = 128 // and the signal's number: 130 for SIGINT, 143 for SIGTERM
)

// exitError carries an exit code out of a command that has said all there is to
// say.
type exitError int

func (e exitError) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// Main runs the command line and returns the exit code.
func Main(args []string, stdout, stderr io.Writer) int {
	ctx, caught := untilSignal(context.Background(), stderr)
	root := Root()
	if len(args) == 1 && args[0] == "-help" { // go vet refers its users to this flag
		args = []string{"--help"}
	}
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if sig := caught(); sig != 0 {
		return exitSignal + int(sig)
	}
	var exit exitError
	var usage *driver.UsageError
	switch {
	case err == nil:
		return exitClean
	case errors.As(err, &exit):
		return int(exit)
	case errors.As(err, &usage):
		fmt.Fprintf(stderr, "lifecyclelint: %v\n", err)
		return exitUsage
	}
	fmt.Fprintf(stderr, "lifecyclelint: %v\n", err)
	return exitIncomplete
}

// usage marks err as the caller's mistake.
func usage(err error) error {
	if err == nil {
		return nil
	}
	return &driver.UsageError{Err: err}
}

// Root returns the command with all its subcommands.
func Root() *cobra.Command {
	check := newCheck()
	root := &cobra.Command{
		Use:   "lifecyclelint [command] [packages]",
		Short: "find service-lifecycle bugs in Go programs, and fix them",
		Long: `lifecyclelint finds goroutines that cannot be stopped, leaked tickers, contexts
that are never canceled, HTTP without limits, and other bugs in how a service
starts, runs and stops. Without a command it checks the packages named, or the one in
the current directory.

Exit status: 0 nothing found that fails the run, 1 findings that do (or fix --diff
has something to change), 2 a mistake in the call or the configuration, 3 a package
could not be analyzed, 130 interrupted (143 by SIGTERM, 129 by SIGHUP).`,
		Args:          cobra.ArbitraryArgs,
		SilenceErrors: true,
		SilenceUsage:  true,

		SuggestionsMinimumDistance: 2,
	}
	root.RunE = func(cmd *cobra.Command, args []string) error {
		err := check.RunE(cmd, args)
		var mistake *driver.UsageError
		if errors.As(err, &mistake) && len(args) > 0 && strings.Contains(err.Error(), args[0]) {
			if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
				return usage(fmt.Errorf("%w; did you mean the command %s?", err, near[0]))
			}
		}
		return err
	}
	root.Flags().AddFlagSet(check.Flags())
	registerColor(root)
	root.Version = version()
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(newHelp())
	root.AddCommand(check, newFix(), newAudit(), newConfirm(), newWhy(), newIgnore(), newBaseline(), newExplain(), newChecks(), newConfig(), newDemo(), newInit(), newLSP(), newVersion())
	return root
}

// flagError names the flag that an unknown one may stand for.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return usage(err)
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	meant := near.Word(unknown.GetSpecifiedName(), names)
	if meant == "" {
		return usage(fmt.Errorf("%w; %s --help lists the flags", err, cmd.CommandPath()))
	}
	return usage(fmt.Errorf("%w; did you mean --%s?", err, meant))
}

func noArgs(cmd *cobra.Command, args []string) error { return usage(cobra.NoArgs(cmd, args)) }
