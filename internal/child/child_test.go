//go:build unix

package child

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"testing"
	"time"
)

// A shell cannot trap a signal that was ignored when it started, as interrupts are in what
// a script starts in the background. A signal for which this process registers is not
// ignored in its children.
func TestMain(m *testing.M) {
	signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	os.Exit(m.Run())
}

// start runs a shell script whose standard output says when it is ready.
func start(t *testing.T, ctx context.Context, script string, set func(*Command)) (*Command, *bufio.Reader) {
	t.Helper()
	c := New(ctx, "sh", "-c", script)
	set(c)
	pipe, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	out := bufio.NewReader(pipe)
	if line, err := out.ReadString('\n'); line != "ready\n" {
		t.Fatalf("the script says %q: %v", line, err)
	}
	return c, out
}

// busy is a script that works until it is ended.
const busy = "echo ready; while :; do :; done"

// What is interrupted has time to clear up.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	c, out := start(t, ctx, "trap 'echo interrupted; exit 1' INT; "+busy, func(c *Command) { c.grace = time.Hour })
	cancel()
	text, _ := io.ReadAll(out)
	if err := c.Wait(); !errors.Is(err, context.Canceled) || string(text) != "interrupted\n" {
		t.Errorf("%v; the script says %q", err, text)
	}
}

// A group that ignores interrupts is killed, when its grace period ends or when the
// user is in a hurry. The standard output ends with the last of the group.
func TestKilled(t *testing.T) {
	t.Parallel()
	hurried := make(chan struct{})
	close(hurried)
	for name, set := range map[string]func(*Command){
		"grace": func(c *Command) { c.grace = time.Nanosecond },
		"hurry": func(c *Command) { c.grace, c.hurry = time.Hour, hurried },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			c, out := start(t, ctx, "trap '' INT; (while :; do :; done)& "+busy, set)
			cancel()
			_, _ = io.ReadAll(out)
			if err := c.Wait(); !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		})
	}
}

func TestOutput(t *testing.T) {
	t.Parallel()
	out, err := New(t.Context(), "sh", "-c", "echo out; echo err >&2; exit 3").Output()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 3 || string(out) != "out\n" || string(exit.Stderr) != "err\n" {
		t.Errorf("%q, %v", out, err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := New(ended, "true").Output(); !errors.Is(err, context.Canceled) {
		t.Errorf("started after the end: %v", err)
	}
}
