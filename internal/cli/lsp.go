package cli

import (
	"errors"
	"io"
	"time"

	"github.com/fatih/color"
	"github.com/spf13/cobra"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/lsp"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// settleTime is for how long nothing must have been saved before a run begins: editors save
// all files together, and formatters right after.
const settleTime = 150 * time.Millisecond

func newLSP() *cobra.Command {
	var sel selection
	var g gate
	var old known
	cmd := &cobra.Command{
		Use:   "lsp",
		Short: "serve an editor: findings on save, fixes, explanations",
		Long: `lsp speaks the Language Server Protocol on the standard input and output; editors start
it. It analyzes the packages of the files that are open when one is opened or saved, with
the settings of the ` + "`.lifecyclelint.yml`" + ` that applies there, and flags over them.
Fixes are offered after they have been tried, as the command fix does. docs/editors.md
shows how to set up editors.

Exit status: 0 when the client has asked for the end, or is gone, and 1 when it has sent
exit without shutdown before.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			color.NoColor = true // nothing that it says goes to a terminal
			err := lsp.Serve(cmd.Context(), closable(cmd.InOrStdin()), cmd.OutOrStdout(), lsp.Options{
				Delay:    settleTime,
				Settings: func(dir string) (*lsp.Settings, error) { return editorSettings(cmd, sel, g, old, dir) },
			})
			if errors.Is(err, lsp.ErrNoShutdown) {
				return exitError(exitFindings) // the protocol wants a 1
			}
			return err
		},
	}
	sel.register(cmd.Flags())
	g.register(cmd.Flags(), string(verdict.Medium))
	old.registerBaseline(cmd.Flags())
	cmd.Flags().Bool("stdio", true, "as many editors say; there is no other way to talk")
	_ = cmd.Flags().MarkHidden("stdio") // it was registered the line before
	return cmd
}

// editorSettings reads the configuration that applies in a directory. The flags come as
// copies: what one directory's file says is not for the next.
func editorSettings(cmd *cobra.Command, sel selection, g gate, old known, dir string) (*lsp.Settings, error) {
	sel.dir, sel.gate = dir, &g
	if err := sel.load(cmd.Flags()); err != nil {
		return nil, err
	}
	if err := g.validate(); err != nil {
		return nil, err
	}
	if err := old.load(cmd, &sel); err != nil {
		return nil, err
	}
	cfg, err := sel.driver(nil)
	if err != nil {
		return nil, err
	}
	accept := func(res *driver.Result) { old.accept(res) }
	return &lsp.Settings{Config: cfg, Runtime: sel.lifecycle, FailOn: g.rule, Accept: accept}, nil
}

// closable returns a reader that can be closed while it waits: a read of the standard
// input cannot be interrupted, and ends with the process.
func closable(in io.Reader) io.ReadCloser {
	r, w := io.Pipe()
	go func() {
		_, err := io.Copy(w, in)
		_ = w.CloseWithError(err) // never fails; EOF for no error
	}()
	return r
}
