//go:build unix

package nowaitdelay

import (
	"context"
	"os/exec"
	"syscall"
)

// The group may be killed as one, elsewhere.
func grouped(ctx context.Context, script string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "sh", "-c", script) // want `the wait does not end when ctx is done`
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd.CombinedOutput()
}
