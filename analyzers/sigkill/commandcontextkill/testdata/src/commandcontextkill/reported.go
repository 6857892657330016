package commandcontextkill

import (
	"context"
	"os/exec"
	"syscall"
	"time"
)

// Others may set the fields.
func handed(ctx context.Context, prepare func(*exec.Cmd)) error {
	cmd := exec.CommandContext(ctx, "worker") // want `cmd is killed with SIGKILL when ctx is done`
	prepare(cmd)
	return cmd.Start()
}

func returned(ctx context.Context) (*exec.Cmd, error) {
	cmd := exec.CommandContext(ctx, "worker") // want `cmd is killed with SIGKILL when ctx is done`
	return cmd, cmd.Start()
}

// An exported field is everybody's.
type Open struct{ Cmd *exec.Cmd }

func (o *Open) start(ctx context.Context) error {
	o.Cmd = exec.CommandContext(ctx, "worker") // want `o\.Cmd is killed with SIGKILL when ctx is done`
	return o.Cmd.Start()
}

// WaitDelay begins when the child has been killed.
func delayed(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, "worker") // want `cmd is killed with SIGKILL when ctx is done`
	cmd.WaitDelay = time.Second
	return cmd.Start()
}

// A signal to read its configuration again is none to stop.
type reloaded struct{ cmd *exec.Cmd }

func (r *reloaded) start(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, "worker") // want `cmd is killed with SIGKILL when ctx is done`
	environment(cmd)
	r.cmd = cmd
	return r.cmd.Start()
}

func environment(cmd *exec.Cmd) { cmd.Env = append(cmd.Environ(), "LANG=C") }

func (r *reloaded) reload() error { return r.cmd.Process.Signal(syscall.SIGHUP) }
