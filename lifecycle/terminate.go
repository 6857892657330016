package lifecycle

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"
)

// killWait is how long a killed process may take to disappear.
const killWait = 5 * time.Second

// Terminate sends SIGTERM to p and waits until it has exited; when grace is over, or ctx
// ends, it kills p. It returns nil once p has exited, for any reason, and also if it had
// exited before. It does not reap a child: Wait still returns its exit status. A grace of
// zero or less leaves p no time. On Windows, where there is no such signal, p is killed
// immediately.
func Terminate(ctx context.Context, p *os.Process, grace time.Duration) error {
	if p == nil {
		return errors.New("lifecycle: no process to terminate")
	}
	t := target{
		name: fmt.Sprintf("process %d", p.Pid),
		ask:  func() error { return terminate(p) },
		kill: p.Kill,
		gone: func() bool { return processGone(p) },
	}
	return t.stop(ctx, grace)
}

// TerminatePID is Terminate by process ID. A negative pid is the process group
// -pid, as for kill(2): it is gone when its last member is. 0 and -1, which kill
// takes for one's own group and for everything, are refused, and so is any
// negative pid on Windows.
func TerminatePID(ctx context.Context, pid int, grace time.Duration) error {
	switch {
	case pid == 0 || pid == -1:
		return fmt.Errorf("lifecycle: refusing to terminate pid %d", pid)
	case pid < 0:
		t, err := groupTarget(-pid)
		if err != nil {
			return err
		}
		return t.stop(ctx, grace)
	}
	p, err := os.FindProcess(pid)
	if err != nil {
		return nil // Windows: there is no such process
	}
	defer p.Release()
	return Terminate(ctx, p, grace)
}

// Graceful sends SIGTERM to the child when cmd's context ends; after grace it is killed.
// The default is to kill immediately. It returns cmd, so that it fits around
// exec.CommandContext; on a command made by exec.Command it limits only how long Wait waits
// for open pipes. On Windows the child is killed immediately.
func Graceful(cmd *exec.Cmd, grace time.Duration) *exec.Cmd {
	if cmd.Cancel != nil { // made by CommandContext
		cmd.Cancel = func() error { return terminate(cmd.Process) }
	}
	cmd.WaitDelay = max(grace, time.Nanosecond) // zero would mean no limit
	return cmd
}

// target is a process or a process group to stop.
type target struct {
	name      string
	ask, kill func() error
	gone      func() bool
}

func (t target) stop(ctx context.Context, grace time.Duration) error {
	if err := t.ask(); err != nil {
		return t.failed(err)
	}
	ctx, cancel := context.WithTimeout(ctx, grace)
	defer cancel()
	if t.await(ctx) {
		return nil
	}
	if err := t.kill(); err != nil {
		return t.failed(err)
	}
	ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), killWait)
	defer cancel()
	if !t.await(ctx) {
		return fmt.Errorf("%s survived SIGKILL for %v", t.name, killWait)
	}
	return nil
}

// failed returns why a signal could not be sent; a process that is gone is what
// the caller wanted.
func (t target) failed(err error) error {
	if errors.Is(err, os.ErrProcessDone) || t.gone() {
		return nil
	}
	return fmt.Errorf("terminate %s: %w", t.name, err)
}

// await polls, 1 ms to 50 ms apart, until the target has exited or ctx ends. There is no
// portable notification of the end of a process that may not be a child, without reaping
// it.
func (t target) await(ctx context.Context) bool {
	for pause := time.Millisecond; !t.gone(); pause = min(2*pause, 50*time.Millisecond) {
		if Sleep(ctx, pause) != nil {
			return t.gone()
		}
	}
	return true
}
