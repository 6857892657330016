package forcekill_any

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"time"
)

// A filter: both of its ends are in the hands of this program.
type unpacker struct {
	r   *os.File
	cmd *exec.Cmd
}

func unpack(program string, in io.Reader) (*unpacker, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(program)
	cmd.Stdin = in
	cmd.Stdout = w
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	w.Close()
	return &unpacker{r: r, cmd: cmd}, nil
}

func (u *unpacker) Finish() error {
	return errors.Join(u.r.Close(), u.cmd.Process.Kill())
}

// So is the process below a connection.
func dial(host string) (io.Closer, error) {
	cmd := exec.Command("ssh", host, "-s", "sftp")
	wr, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	rd, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &pipes{rd, wr, func() error {
		p := cmd.Process
		if p != nil {
			return p.Kill()
		}
		return nil
	}}, nil
}

type pipes struct {
	io.Reader
	io.Writer
	finish func() error
}

func (p *pipes) Close() error { return p.finish() }

// The connection that the process serves is closed, and it has time to end.
type backend struct {
	client *client
	cmd    *exec.Cmd
	result chan error
}

type client struct{ conn io.Closer }

func (c *client) Close() error { return c.conn.Close() }

func (b *backend) End() error {
	_ = b.client.Close()
	select {
	case err := <-b.result:
		return err
	case <-time.After(2 * time.Second):
	}
	return b.cmd.Process.Kill()
}

// A child that another function has started does not come up.
func open(ctx context.Context, program string, ping func(context.Context) error) (*backend, error) {
	b, err := launch(program)
	if err != nil {
		return nil, err
	}
	cmd := b.cmd
	if err := ping(ctx); err != nil {
		_ = cmd.Process.Kill()
		return nil, err
	}
	return b, nil
}

func launch(program string) (*backend, error) {
	cmd := exec.Command(program)
	return &backend{cmd: cmd}, cmd.Start()
}

// It has printed what it was started for.
func listen(program string) (string, error) {
	cmd := exec.Command(program, "--serve")
	out, err := cmd.StderrPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	line := make([]byte, 80)
	n, err := out.Read(line)
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	return string(line[:n]), err
}

// It is put away by the name that its process has got.
func startNamed(program string, connect func() error) (err error) {
	cmd := exec.Command(program)
	if err := cmd.Start(); err != nil {
		return err
	}
	process := cmd.Process
	defer func() {
		if err != nil {
			_ = process.Kill()
		}
	}()
	return connect()
}
