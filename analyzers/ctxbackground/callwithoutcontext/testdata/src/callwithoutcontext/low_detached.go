package callwithoutcontext

import (
	"context"
	"os"
	"os/exec"
)

// The end of the context would end the reboot: one command is waited for, and the other is not.
func reboot(ctx context.Context) error {
	flush := exec.CommandContext(ctx, "sync")
	if err := flush.Start(); err != nil {
		return err
	}
	if err := flush.Wait(); err != nil {
		return err
	}
	cmd := exec.Command("reboot") // want `exec.Command ignores ctx`
	if err := cmd.Start(); err != nil {
		return err
	}
	os.Exit(0)
	return nil
}
