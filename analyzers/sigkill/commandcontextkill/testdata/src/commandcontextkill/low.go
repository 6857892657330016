package commandcontextkill

import (
	"bufio"
	"context"
	"io"
	"os/exec"
	"syscall"
)

// It makes a stream for one reader.
func transcode(ctx context.Context, name string) (io.Reader, error) {
	r, w := io.Pipe()
	cmd := exec.CommandContext(ctx, "ffmpeg", "-i", name, "-") // want `cmd is killed with SIGKILL when ctx is done`
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
	a.cmd = exec.CommandContext(ctx, "worker") // want `a\.cmd is killed with SIGKILL when ctx is done`
	return a.cmd.Start()
}

// It only prints what others write.
func follow(ctx context.Context, lines chan<- string) error {
	cmd := exec.CommandContext(ctx, "/usr/bin/journalctl", "-f", "--output=json") // want `cmd is killed with SIGKILL when ctx is done`
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

// Both of its ends are in the hands of this program.
func below(ctx context.Context, host string) (io.Reader, io.Writer, error) {
	cmd := exec.CommandContext(ctx, "ssh", host, "-s", "sftp") // want `cmd is killed with SIGKILL when ctx is done`
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

func (a *asked) stop() error {
	_ = a.cmd.Process.Signal(syscall.SIGTERM)
	return a.cmd.Wait()
}
