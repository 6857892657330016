package lifecycle

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// childEnviron is the environment that makes the test binary the named child.
func childEnviron(name string) []string {
	// A binary built with -race otherwise sleeps for a second when it exits.
	return append(os.Environ(), childEnv+"="+name, "GORACE=atexit_sleep_ms=0")
}

// child is a running process.
type child struct {
	t    testing.TB
	cmd  *exec.Cmd
	in   io.Closer
	addr string // what it said after "listening"

	lines  chan string // what it says, closed at its end
	ended  chan struct{}
	output string // its standard output and error; valid once ended is closed
}

// startChild starts the test binary as the named child. Unless the child never
// gets that far, it waits until the child says "listening".
func startChild(t testing.TB, name string, prepare ...func(*exec.Cmd)) *child {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = childEnviron(name)
	for _, p := range prepare {
		p(cmd)
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout, cmd.Stderr = w, w
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	c := &child{t: t, cmd: cmd, in: in, lines: make(chan string, 1024), ended: make(chan struct{})}
	listening := make(chan string, 1)
	go func() {
		defer close(c.ended)
		defer r.Close()
		var all strings.Builder
		lines := bufio.NewScanner(r)
		for lines.Scan() {
			if addr, ok := strings.CutPrefix(lines.Text(), "listening "); ok {
				listening <- addr
			}
			all.WriteString(lines.Text() + "\n")
			select {
			case c.lines <- lines.Text():
			default: // nothing waits for so many
			}
		}
		c.output = all.String()
		close(c.lines)
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-c.ended
	})
	select {
	case c.addr = <-listening:
	case <-c.ended:
	}
	return c
}

func (c *child) signal(sig os.Signal) {
	c.t.Helper()
	if err := c.cmd.Process.Signal(sig); err != nil {
		c.t.Error(err)
	}
}

// await waits until the child has said the line.
func (c *child) await(line string) {
	c.t.Helper()
	for said := range c.lines {
		if said == line {
			return
		}
	}
	c.t.Errorf("the child ended without saying %q:\n%s", line, c.output)
}

// wait returns the exit code, or -1 if a signal killed the child.
func (c *child) wait() int {
	c.t.Helper()
	<-c.ended
	_ = c.cmd.Wait() // the code says it
	return c.cmd.ProcessState.ExitCode()
}

// expect waits for the child and compares its exit code, and the order of what
// it said.
func (c *child) expect(code int, said ...string) {
	c.t.Helper()
	if got := c.wait(); got != code {
		c.t.Errorf("exit code %d, want %d; output:\n%s", got, code, c.output)
	}
	rest := c.output
	for _, line := range said {
		_, after, ok := strings.Cut(rest, line+"\n")
		if !ok {
			c.t.Errorf("%q missing, or out of order, in:\n%s", line, c.output)
			return
		}
		rest = after
	}
}
