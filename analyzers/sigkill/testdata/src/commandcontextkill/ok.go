package commandcontextkill

import (
	"bufio"
	"context"
	"io"
	"os/exec"
	"syscall"
	"time"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
)

// Asked first.
func good(ctx context.Context, done chan<- error) error {
	cmd := lifecycle.Graceful(exec.CommandContext(ctx, "worker"), 10*time.Second)
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { done <- cmd.Wait() }()
	return nil
}

// The same in the plain form; one of the two is enough to have thought of it.
type worker struct{ proc *exec.Cmd }

func (w *worker) start(ctx context.Context) error {
	w.proc = exec.CommandContext(ctx, "worker")
	w.proc.Cancel = func() error { return w.proc.Process.Signal(syscall.SIGTERM) }
	w.proc.WaitDelay = grace
	return w.proc.Start()
}

// Run to its end on the spot: the context limits it.
func short(ctx context.Context) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", "log")
	return cmd.Output()
}

func streamed(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, "git", "log")
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Wait()
}

// A deadline: who is late is killed.
func bounded(done chan<- error) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	cmd := exec.CommandContext(ctx, "worker")
	if err := cmd.Start(); err != nil {
		cancel()
		return err
	}
	go func() { defer cancel(); done <- cmd.Wait() }()
	return nil
}

// Others may set the fields.
func handed(ctx context.Context, prepare func(*exec.Cmd)) error {
	cmd := exec.CommandContext(ctx, "worker")
	prepare(cmd)
	return cmd.Start()
}

func returned(ctx context.Context) (*exec.Cmd, error) {
	cmd := exec.CommandContext(ctx, "worker")
	return cmd, cmd.Start()
}

// An exported field is everybody's.
type Open struct{ Cmd *exec.Cmd }

func (o *Open) start(ctx context.Context) error {
	o.Cmd = exec.CommandContext(ctx, "worker")
	return o.Cmd.Start()
}

// Without a context nothing kills it.
func plain() error {
	cmd := exec.Command("worker")
	return cmd.Start()
}

// It makes a stream for one reader.
func transcode(ctx context.Context, name string) (io.Reader, error) {
	r, w := io.Pipe()
	cmd := exec.CommandContext(ctx, "ffmpeg", "-i", name, "-")
	cmd.Stdout = w
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	go func() { w.CloseWithError(cmd.Wait()) }()
	return r, nil
}

// Asked where the program stops it; the context is for what goes wrong.
type asked struct{ cmd *exec.Cmd }

func (a *asked) start(ctx context.Context) error {
	a.cmd = exec.CommandContext(ctx, "worker")
	return a.cmd.Start()
}

func (a *asked) stop() error {
	_ = a.cmd.Process.Signal(syscall.SIGTERM)
	return a.cmd.Wait()
}

// Nope. It only prints what others write.
func follow(ctx context.Context, lines chan<- string) error {
	cmd := exec.CommandContext(ctx, "/usr/bin/journalctl", "-f", "--output=json")
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() {
		defer close(lines)
		for scanner := bufio.NewScanner(out); scanner.Scan(); {
			lines <- scanner.Text()
		}
	}()
	return nil
}

// Nope. The function waits for it, by way of a goroutine.
func toldByAnother(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, "worker")
	if err := cmd.Start(); err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case <-ctx.Done():
		<-done
		return ctx.Err()
	case err := <-done:
		return err
	}
}

// Nope. Both of its ends are in the hands of this program.
func below(ctx context.Context, host string) (io.Reader, io.Writer, error) {
	cmd := exec.CommandContext(ctx, "ssh", host, "-s", "sftp")
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, nil, err
	}
	return out, in, cmd.Start()
}
