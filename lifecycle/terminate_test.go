//go:build unix

package lifecycle

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestTerminateChildThatObeys(t *testing.T) {
	t.Parallel()
	c := startChild(t, "obey")
	start, grace := time.Now(), time.Hour
	if err := Terminate(context.Background(), c.cmd.Process, grace); err != nil {
		t.Error(err)
	}
	if took := time.Since(start); took >= grace {
		t.Errorf("waited %v for a child that had ended", took)
	}
	c.expect(0, "clean exit") // it was not reaped: its exit code is still there
}

func TestTerminateChildThatIgnores(t *testing.T) {
	t.Parallel()
	c := startChild(t, "ignore-sigterm")
	start := time.Now()
	if err := Terminate(context.Background(), c.cmd.Process, 200*time.Millisecond); err != nil {
		t.Error(err)
	}
	if took := time.Since(start); took < 200*time.Millisecond {
		t.Errorf("killed after %v, before its grace was over", took)
	}
	c.wait()
	if got := c.cmd.ProcessState.Sys().(syscall.WaitStatus).Signal(); got != syscall.SIGKILL {
		t.Errorf("ended by %v", got)
	}
}

func TestTerminateContextCutsGraceShort(t *testing.T) {
	t.Parallel()
	c := startChild(t, "ignore-sigterm")
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	start, grace := time.Now(), time.Hour
	if err := Terminate(ctx, c.cmd.Process, grace); err != nil {
		t.Error(err)
	}
	if took := time.Since(start); took >= grace {
		t.Errorf("took %v", took)
	}
	c.wait()
}

func TestTerminateDeadChild(t *testing.T) {
	t.Parallel()
	c := startChild(t, "obey")
	c.signal(syscall.SIGTERM)
	<-c.ended
	// First a zombie, then reaped.
	if err := Terminate(context.Background(), c.cmd.Process, 0); err != nil {
		t.Error(err)
	}
	if code := c.wait(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if err := Terminate(context.Background(), c.cmd.Process, time.Minute); err != nil {
		t.Error(err)
	}
	if err := TerminatePID(context.Background(), c.cmd.Process.Pid, time.Minute); err != nil {
		t.Error(err)
	}
}

// While another goroutine is in Wait, Terminate must not take the status from it.
func TestTerminateWhileOthersWait(t *testing.T) {
	t.Parallel()
	c := startChild(t, "obey")
	waited := make(chan error, 1)
	go func() { waited <- c.cmd.Wait() }()
	if err := TerminatePID(context.Background(), c.cmd.Process.Pid, time.Minute); err != nil {
		t.Error(err)
	}
	if err := <-waited; err != nil {
		t.Error(err)
	}
}

func TestTerminateProcessGroup(t *testing.T) {
	t.Parallel()
	c := startChild(t, "family", func(cmd *exec.Cmd) {
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	})
	grandchild, err := strconv.Atoi(c.addr)
	if err != nil {
		t.Fatal(err)
	}
	if err := TerminatePID(context.Background(), -c.cmd.Process.Pid, 200*time.Millisecond); err != nil {
		t.Error(err)
	}
	c.wait()
	p, err := os.FindProcess(grandchild)
	if err != nil {
		t.Fatal(err)
	}
	if !processGone(p) {
		t.Error("a member of the group lives on")
	}
	if err := TerminatePID(context.Background(), -c.cmd.Process.Pid, time.Minute); err != nil {
		t.Errorf("a group that is gone: %v", err)
	}
}

func TestTerminateRefuses(t *testing.T) {
	t.Parallel()
	for _, pid := range []int{0, -1} {
		if err := TerminatePID(context.Background(), pid, time.Second); err == nil {
			t.Errorf("pid %d was accepted", pid)
		}
	}
	if err := Terminate(context.Background(), nil, time.Second); err == nil {
		t.Error("nil was accepted")
	}
}

func TestTerminateNotPermitted(t *testing.T) {
	t.Parallel()
	denied := target{
		name: "other's process",
		ask:  func() error { return syscall.EPERM },
		gone: func() bool { return false },
	}
	if err := denied.stop(context.Background(), time.Second); !errors.Is(err, syscall.EPERM) || !strings.Contains(err.Error(), denied.name) {
		t.Errorf("error %v", err)
	}
}

func TestGraceful(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]syscall.Signal{"obey": -1, "ignore-sigterm": syscall.SIGKILL} {
		grace := time.Hour // the full grace is not waited for if the child obeys
		if name == "ignore-sigterm" {
			grace = 50 * time.Millisecond
		}
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		cmd := Graceful(exec.CommandContext(ctx, os.Args[0]), grace)
		cmd.Env = childEnviron(name)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := out.Read(make([]byte, 64)); err != nil { // it is up
			t.Fatal(err)
		}
		cancel()
		_ = cmd.Wait() // the status says it
		status := cmd.ProcessState.Sys().(syscall.WaitStatus)
		if status.Signal() != want || want == -1 && status.ExitStatus() != 0 {
			t.Errorf("%s: %v", name, cmd.ProcessState)
		}
	}
	plain := Graceful(exec.Command("true"), 0)
	if plain.Cancel != nil || plain.WaitDelay <= 0 {
		t.Error("a command without context: want only WaitDelay, and never 0, which means forever")
	}
}

func TestListenWaitsForAnotherProcess(t *testing.T) {
	t.Parallel()
	c := startChild(t, "hold-port")
	go c.in.Close() // Listen may have to wait for it or not
	ln, err := Listen(t.Context(), "tcp", c.addr)
	if err != nil {
		t.Fatal(err)
	}
	ln.Close()
	c.expect(0, "clean exit")
}

func TestListenEdges(t *testing.T) {
	t.Parallel()
	if _, err := Listen(endedContext(), "tcp", "127.0.0.1:0"); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	// An address of another machine will not become free: this returns immediately, or
	// never.
	if _, err := Listen(context.Background(), "tcp", "192.0.2.1:1"); err == nil {
		t.Error("listens on the address of another machine")
	}
}
