// Package child runs commands that end with their context, and take along what they
// have started: each is the leader of a process group. When its context ends, the
// group is interrupted, and after a grace period killed.
package child

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os/exec"
	"sync"
	"time"
)

// Grace is how long an interrupted group may take. The go command uses it to remove its
// work directory.
const Grace = 5 * time.Second

// A Command is an [exec.Cmd] whose process group ends with a context.
type Command struct {
	*exec.Cmd
	ctx     context.Context
	out     io.Closer     // this end of the pipe from the standard output
	done    chan struct{} // closed when the leader has been waited for
	watched chan struct{} // closed when no signal is sent any more
	grace   time.Duration
	hurry   <-chan struct{}
}

// New returns the command that runs name, found as in [exec.Command].
func New(ctx context.Context, name string, args ...string) *Command {
	c := &Command{Cmd: exec.Command(name, args...), ctx: ctx, done: make(chan struct{}), watched: make(chan struct{}), grace: Grace, hurry: hurry}
	c.WaitDelay = Grace // of pipes that a grandchild keeps open
	ownGroup(c.Cmd)
	return c
}

// StdoutPipe is that of [exec.Cmd]. It is closed when the command is killed, since a
// process that has left the group may keep the other end.
func (c *Command) StdoutPipe() (io.ReadCloser, error) {
	out, err := c.Cmd.StdoutPipe()
	c.out = out
	return out, err
}

// Start starts the command, unless its context has ended.
func (c *Command) Start() error {
	if err := c.ctx.Err(); err != nil {
		return err
	}
	if err := c.Cmd.Start(); err != nil {
		return err
	}
	go c.watch()
	return nil
}

// watch ends the group when the context ends first.
func (c *Command) watch() {
	defer close(c.watched)
	select {
	case <-c.done:
		return
	case <-c.ctx.Done():
	}
	interruptGroup(c.Process)
	limit := time.NewTimer(c.grace)
	defer limit.Stop()
	select {
	case <-c.done:
	case <-limit.C:
	case <-c.hurry:
	}
	killGroup(c.Process) // also after the leader has exited: other processes may remain
	if c.out != nil {
		c.out.Close()
	}
}

// Wait waits for the command, and then for the end of what it has started if its
// context has ended.
func (c *Command) Wait() error {
	err := c.Cmd.Wait()
	close(c.done)
	<-c.watched
	if ctxErr := c.ctx.Err(); ctxErr != nil {
		return ctxErr
	}
	if errors.Is(err, exec.ErrWaitDelay) { // it has succeeded, but a process of its group still runs
		return nil
	}
	return err
}

// Run starts the command and waits for it.
func (c *Command) Run() error {
	if err := c.Start(); err != nil {
		return err
	}
	return c.Wait()
}

// Output runs the command and returns its standard output. The [exec.ExitError] holds
// what it has printed on the standard error.
func (c *Command) Output() ([]byte, error) {
	var stdout, stderr bytes.Buffer
	c.Stdout = &stdout
	if c.Stderr == nil {
		c.Stderr = &stderr
	}
	err := c.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		exit.Stderr = stderr.Bytes()
	}
	return stdout.Bytes(), err
}

var (
	hurry     = make(chan struct{})
	hurryOnce sync.Once
)

// Hurry ends the grace period of all commands, now and later, when stopping is requested a
// second time.
func Hurry() { hurryOnce.Do(func() { close(hurry) }) }
