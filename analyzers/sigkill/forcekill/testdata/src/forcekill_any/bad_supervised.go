package forcekill_any

import (
	"bufio"
	"io"
	"log"
	"os"
	"os/exec"
	"sync"
)

// A detector is asked and answers through pipes, and is started again when it has ended: it is a service.
type detector struct {
	program string

	mu      sync.Mutex
	cmd     *exec.Cmd
	stdin   io.WriteCloser
	stopped bool
}

func (d *detector) Start() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.spawn()
}

func (d *detector) spawn() error {
	cmd := exec.Command(d.program, "--serve")
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	d.cmd, d.stdin = cmd, in
	go d.supervise(cmd, out)
	return nil
}

func (d *detector) supervise(cmd *exec.Cmd, out io.Reader) {
	for lines := bufio.NewScanner(out); lines.Scan(); {
		log.Print(lines.Text())
	}
	log.Print(cmd.Wait())
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.stopped {
		return
	}
	log.Print(d.spawn())
}

func (d *detector) End() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stopped = true
	if d.cmd == nil {
		return
	}
	if err := d.cmd.Process.Kill(); err != nil { // want `d.cmd.Process.Kill: the process cannot finish its work`
		log.Print(err)
	}
}

// It is started in a loop.
type looped struct {
	cmd *exec.Cmd
	end chan struct{}
}

func (l *looped) run(in io.Reader, out *os.File) {
	for {
		select {
		case <-l.end:
			return
		default:
		}
		l.cmd = exec.Command("model-server")
		l.cmd.Stdin, l.cmd.Stdout = in, out
		log.Print(l.cmd.Run())
		l.cmd.Wait()
	}
}

func (l *looped) End() {
	close(l.end)
	l.cmd.Process.Kill() // want `l.cmd.Process.Kill: the process cannot finish its work`
}
