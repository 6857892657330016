package cli

import (
	"fmt"
	"io"
	"os"

	"github.com/fatih/color"
	"github.com/spf13/cobra"
)

// The values of --color.
const (
	colorAuto   = "auto"
	colorAlways = "always"
	colorNever  = "never"
)

// registerColor registers the flags of all commands that say whether output has
// colours.
func registerColor(root *cobra.Command) {
	var mode string
	var none bool
	fs := root.PersistentFlags()
	fs.StringVar(&mode, "color", colorAuto, "colours: auto (on terminals, as NO_COLOR, FORCE_COLOR and CLICOLOR_FORCE say), always or never")
	fs.BoolVar(&none, "no-color", false, "what --color never is")
	_ = fs.MarkHidden("no-color") // it was registered the line before
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		if none {
			mode = colorNever
		}
		if mode != colorAuto && mode != colorAlways && mode != colorNever {
			return usage(fmt.Errorf("--color is %q, want auto, always or never", mode))
		}
		color.NoColor = !colored(mode, os.Getenv, isTerminal(cmd.OutOrStdout()))
		return nil
	}
}

// colored reports whether output has colours. The flag counts before the environment,
// and in that NO_COLOR before what forces colours.
func colored(mode string, env func(string) string, terminal bool) bool {
	set := func(name string) bool { return env(name) != "" && env(name) != "0" && env(name) != "false" }
	switch {
	case mode != colorAuto:
		return mode == colorAlways
	case env("NO_COLOR") != "":
		return false
	case set("FORCE_COLOR") || set("CLICOLOR_FORCE"):
		return true
	case env("FORCE_COLOR") != "" || env("CLICOLOR") == "0" || env("TERM") == "dumb":
		return false
	}
	return terminal
}

// forcesColor reports whether the command line itself enables colors.
func forcesColor(cmd *cobra.Command) bool { return cmd.Flag("color").Value.String() == colorAlways }

// links reports whether w takes hyperlinks.
func links(w io.Writer) bool { return isTerminal(w) && os.Getenv("TERM") != "dumb" }
