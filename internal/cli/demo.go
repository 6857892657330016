package cli

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/lifecyclelint/lifecyclelint/internal/audit"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/demo"
	"github.com/lifecyclelint/lifecyclelint/internal/driver"
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
	fmt.Fprintf(out, "A small platform of services, with the mistakes that an audit of a real one found.\nEach finding is shown with the change that mends it.\n\n")
	res, err := driver.Check(cmd.Context(), cfg)
	clearProgress(cfg.Progress)
	if err != nil {
		return err
	}
	if err := text.Write(out, res, text.Options{Dir: dir, ShowFix: true}); err != nil {
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
	fmt.Fprintf(out, "\nlifecyclelint explain ID tells more about a finding. On your own code: lifecyclelint ./...\n")
	if len(res.Problems) > 0 {
		return exitError(exitIncomplete)
	}
	return nil
}
