package cli

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/config"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// starter is what config init writes: the defaults, said aloud.
const starter = `# Settings of lifecyclelint; flags override them. They hold for this directory and for
# those below, down to the next file like this one, which holds there instead.
# lifecyclelint config schema prints a JSON schema for editors.
version: 1

# Least confidence of findings that fail a run: high, medium, low or none.
fail-on: medium

# Checks to run: those named, or default and all without those that have a -.
# checks: [default, -httptimeout/timeout-inversion]

# Checks that are off in parts of the tree.
# paths:
#   - path: internal/legacy
#     off: [lockrace]

# Test files: default (what each check says), all or none.
# tests: none

# Builds whose findings are united, as GOOS, GOOS/GOARCH, and :tag,tag.
# builds: [linux, windows/amd64, ":integration"]

# Functions of the module whose effect the analysis cannot see, as path.Func,
# (path.Type).Method or (*path.Type).Method: those that stop the value that they are
# passed or called on, that close the channel that they are passed, that run until the
# process exits on purpose, and that leave their caller's context on purpose.
# stops: [example.com/m/registry.Add]
# closes: []
# runs-forever: []
# detaches: []
`

func newConfig() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "verify, write or describe " + config.Name,
		Args: func(cmd *cobra.Command, args []string) error {
			return usage(errors.New("config wants verify, init or schema"))
		},
		RunE: func(*cobra.Command, []string) error { return nil },
	}
	cmd.AddCommand(
		newVerify(),
		&cobra.Command{Use: "init", Short: "write a file with the defaults", Args: noArgs, RunE: initConfig},
		&cobra.Command{Use: "schema", Short: "print the file's JSON schema", Args: noArgs, RunE: printSchema},
	)
	return cmd
}

func atMostOne(cmd *cobra.Command, args []string) error {
	return usage(cobra.MaximumNArgs(1)(cmd, args))
}

func newVerify() *cobra.Command {
	var name string
	cmd := &cobra.Command{
		Use:   "verify [file]",
		Short: "report all mistakes in the files",
		Args:  atMostOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && name != "" {
				return usage(errors.New("want the file once: as an argument or with --config"))
			} else if len(args) == 1 {
				name = args[0]
			}
			return verifyConfig(cmd, name)
		},
	}
	cmd.Flags().StringVar(&name, "config", "", "the file (default: every "+config.Name+" of the repository)")
	return cmd
}

// verifyConfig prints all mistakes, one a line and each with its place.
func verifyConfig(cmd *cobra.Command, name string) error {
	configs, err := soundConfigs(cmd.Context(), name)
	var mistakes config.Errors
	if errors.As(err, &mistakes) {
		fmt.Fprintf(cmd.ErrOrStderr(), "%v\nlifecyclelint: %s in %s\n", mistakes, finding.Count(len(mistakes), "mistake"), filesOf(mistakes))
		return exitError(exitUsage)
	} else if err != nil {
		return usage(err)
	}
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	for _, c := range configs {
		if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%s: no mistakes\n", finding.Rel(here, c.File)); err != nil {
			return err
		}
	}
	return nil
}

func configsHere(name string) ([]*config.Config, error) {
	suite := analyzers.New(check.Options{})
	if name != "" {
		c, err := config.Load(name, suite)
		return []*config.Config{c}, err
	}
	tree, err := config.LoadTree(".", suite)
	if err != nil {
		return nil, err
	}
	if len(tree.Files()) == 0 {
		return nil, fmt.Errorf("there is no %s here, above or below", config.Name)
	}
	return tree.Files(), nil
}

// filesOf names the file of the mistakes, or says how many there are.
func filesOf(mistakes config.Errors) string {
	files := make(map[string]bool)
	for _, m := range mistakes {
		files[m.File] = true
	}
	if len(files) == 1 {
		return mistakes[0].File
	}
	return finding.Count(len(files), "file")
}

func initConfig(cmd *cobra.Command, _ []string) error {
	f, err := os.OpenFile(config.Name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, os.ErrExist) {
		return usage(fmt.Errorf("%s is there already", config.Name))
	} else if err != nil {
		return err
	}
	_, err = io.WriteString(f, starter)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "wrote %s\n", config.Name)
	}
	return err
}

func printSchema(cmd *cobra.Command, _ []string) error {
	schema, err := config.Schema(analyzers.New(check.Options{}))
	if err != nil {
		return err
	}
	_, err = cmd.OutOrStdout().Write(schema)
	return err
}
