package forcekill_any

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
)

// Asked, given time, and killed only then.
func good(p *os.Process, gone <-chan struct{}) error {
	if err := p.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	select {
	case <-gone:
		return nil
	case <-time.After(10 * time.Second):
		return p.Kill()
	}
}

// The same by lifecycle.
func terminate(ctx context.Context, p *os.Process) error {
	return lifecycle.Terminate(ctx, p, 10*time.Second)
}

// With programs, and with a pause.
func programsInOrder(pid string) {
	exec.Command("kill", "-TERM", pid).Run()
	time.Sleep(5 * time.Second)
	exec.Command("kill", "-9", pid).Run()
}

// Other signals, and other programs.
func others(p *os.Process, pid int, sig os.Signal) {
	p.Signal(sig)
	p.Signal(syscall.SIGHUP)
	syscall.Kill(pid, syscall.SIGSTOP)
	exec.Command("kill", strconv.Itoa(pid)).Run()
	exec.Command("kill", "-0", strconv.Itoa(pid)).Run()
	exec.Command("pkill", "-15", "worker").Run()
	exec.Command("fuser", "-k", "-TERM", "8080/tcp").Run()
	exec.Command("fuser", "8080/tcp").Run()
	exec.Command("docker", "stop", "web").Run()
	exec.Command("echo", "kill", "-9").Run()
	exec.Command("sh", "-c", "echo kill -9 would be wrong").Run()
	exec.Command("head", "-9", "file").Run()
}

// The kill is delayed.
func later(cmd *exec.Cmd) {
	cmd.Process.Signal(syscall.SIGTERM)
	time.AfterFunc(10*time.Second, func() { cmd.Process.Signal(syscall.SIGKILL) })
}

// In a goroutine that asks and waits first.
func watch(ctx context.Context, cmd *exec.Cmd, done <-chan struct{}) {
	go func() {
		<-ctx.Done()
		cmd.Process.Signal(os.Interrupt)
		select {
		case <-done:
			return
		case <-time.After(time.Minute):
		}
		cmd.Process.Kill()
	}()
}

// Asking and waiting are functions of the package.
func helpers(p *os.Process, gone <-chan struct{}) {
	politely(p)
	if !waitFor(gone) {
		p.Kill()
	}
}

func politely(p *os.Process) { p.Signal(syscall.SIGTERM) }

func waitFor(gone <-chan struct{}) bool {
	select {
	case <-gone:
		return true
	case <-time.After(time.Second):
		return false
	}
}

// A helper whose every caller has asked and waited.
func caller(p *os.Process, gone <-chan struct{}) {
	politely(p)
	if !waitFor(gone) {
		lastResort(p)
	}
}

func lastResort(p *os.Process) { p.Kill() }

// Asking failed.
func fallback(p *os.Process) {
	if err := p.Signal(os.Interrupt); err != nil {
		p.Kill()
	}
}

// The child is asked by the end of its input.
func byInput(cmd *exec.Cmd, stdin io.WriteCloser, done <-chan struct{}) {
	stdin.Close()
	select {
	case <-done:
	case <-time.After(time.Second):
		cmd.Process.Kill()
	}
}

// The child did not come up.
func start(cmd *exec.Cmd, handshake func() error) error {
	if err := cmd.Start(); err != nil {
		return err
	}
	if err := handshake(); err != nil {
		cmd.Process.Kill()
		return err
	}
	return nil
}

// So it is told by what it defers, and by the error that it returns.
func startChecked(cmd *exec.Cmd, handshake func() error) (err error) {
	if err := cmd.Start(); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			cmd.Process.Kill()
		}
	}()
	return handshake()
}

func startProcess(fd *int) (*os.Process, error) {
	proc, err := os.StartProcess("/proc/self/exe", []string{"child"}, &os.ProcAttr{})
	if err != nil {
		return nil, err
	}
	if *fd == -1 {
		proc.Kill()
		return nil, errors.New("no descriptor")
	}
	return proc, nil
}

// A system that knows no other signal.
func portable(p *os.Process) error {
	if runtime.GOOS == "windows" {
		return p.Kill()
	}
	return p.Signal(syscall.SIGTERM)
}

// The program's own process.
func crash() { syscall.Kill(syscall.Getpid(), syscall.SIGKILL) }

// Not a process.
type job struct{}

func (job) Kill() error { return nil }

func cancel(j job) { j.Kill() }

// Nope. The context was first.
func EndedByContext(ctx context.Context, done <-chan error) error {
	cmd := exec.CommandContext(ctx, "worker")
	if err := cmd.Start(); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return cmd.Process.Kill()
	case err := <-done:
		return err
	}
}

// A child that takes too long is given up, with an error.
func version() error {
	cmd := exec.Command("tool", "version")
	if err := cmd.Start(); err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case err := <-done:
		return err
	case <-time.After(time.Second):
		_ = cmd.Process.Kill()
		return errors.New("timeout")
	}
}

// So it is by the list of what is undone when a later step fails.
func startListed(cmd *exec.Cmd, handshake func() error) (err error) {
	var undo []func() error
	defer func() {
		if err == nil {
			return
		}
		for _, fn := range undo {
			err = errors.Join(err, fn())
		}
	}()
	if err := cmd.Start(); err != nil {
		return err
	}
	undo = append(undo, func() error { return cmd.Process.Kill() })
	return handshake()
}

// So it is where the outcome is tested, too.
func script() error {
	cmd := exec.Command("tool", "run")
	if err := cmd.Start(); err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case <-time.After(time.Second):
		if cmd.Process != nil {
			if err := cmd.Process.Kill(); err != nil {
				return errors.New("failed to kill")
			}
		}
		<-done
		return errors.New("timeout")
	case err := <-done:
		return err
	}
}

// A comment gives the reason.
func closeReader(cmd *exec.Cmd) error {
	// Kill first, to avoid that it blocks on what nobody reads any more.
	_ = cmd.Process.Kill()
	return cmd.Wait()
}
