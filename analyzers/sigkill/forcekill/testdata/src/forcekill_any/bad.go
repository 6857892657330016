package forcekill_any

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	sys "syscall"
	"time"
)

func replace(p *os.Process) error {
	return p.Kill() // want `p.Kill: the process cannot finish its work`
}

func stopChild(ctx context.Context, cmd *exec.Cmd) {
	<-ctx.Done()
	_ = cmd.Process.Kill() // want `cmd.Process.Kill: the process cannot finish its work`
}

// By signal: a constant, the variable of package os, a number, a local.
func signals(p *os.Process, pid int) {
	p.Signal(sys.SIGKILL)  // want `p.Signal with sys.SIGKILL: the process cannot finish its work`
	p.Signal(os.Kill)      // want `p.Signal with os.Kill`
	sys.Kill(pid, 9)       // want `sys.Kill with 9`
	sys.Kill(-pid, deadly) // want `sys.Kill with deadly`
	sig := sys.Signal(0x9)
	sys.Kill(pid, sig) // want `sys.Kill with sig`
}

const deadly = sys.SIGKILL

// By a program.
func programs(pid string) {
	exec.Command("kill", "-9", pid).Run()                                        // want `kill -9: the process cannot finish its work`
	exec.Command("/bin/kill", "-s", "KILL", pid).Run()                           // want `kill -s KILL`
	exec.Command("pkill", "-KILL", "-f", "worker").Run()                         // want `pkill -KILL -f worker`
	exec.Command("killall", "--signal=SIGKILL", "worker").Run()                  // want `killall --signal=SIGKILL worker`
	exec.Command("sudo", "kill", "-9", pid).Run()                                // want `kill -9`
	exec.Command("fuser", "-k", "8080/tcp").Run()                                // want `fuser -k 8080/tcp`
	exec.Command("docker", "kill", "web").Run()                                  // want `docker kill web`
	exec.Command("sh", "-c", "kill -9 "+pid).Run()                               // want `sh -c "kill -9`
	exec.Command("bash", "-c", fmt.Sprintf("sleep 1; kill -KILL %s", pid)).Run() // want `bash -c "sleep 1; kill -KILL`
	exec.Command("sh", "-c", "pgrep worker | xargs kill -9").Run()               // want `xargs kill -9`
}

// The arguments are in a slice, and handed on by a function of the package.
func slices(pid int) {
	args := []string{"-9", strconv.Itoa(pid)}
	exec.Command("kill", args...).Run()      // want `kill -9`
	_ = run("kill", "-9", strconv.Itoa(pid)) // want `kill -9`
}

func run(name string, args ...string) error { return exec.Command(name, args...).Run() }

// The signal is handed on by a function of the package.
func wrapper(pid int) {
	_ = send(pid, sys.SIGKILL) // want `send with sys.SIGKILL`
}

func send(pid int, sig sys.Signal) error { return sys.Kill(pid, sig) }

// Asked, but given no time.
func impatient(p *os.Process) {
	p.Signal(os.Interrupt)
	p.Kill() // want `p.Kill: the process has no time to finish its work`
}

// Asked on one of two ways.
func sometimes(p *os.Process, graceful bool) {
	if graceful {
		p.Signal(sys.SIGTERM)
	}
	time.Sleep(time.Second)
	p.Kill() // want `p.Kill: the process cannot finish its work`
}

// Waiting comes before asking.
func wrongOrder(p *os.Process) {
	time.Sleep(time.Second)
	p.Signal(sys.SIGTERM)
	p.Kill() // want `p.Kill: the process has no time to finish its work`
}

// Signal 0 asks nothing.
func probe(p *os.Process) {
	if p.Signal(sys.Signal(0)) == nil {
		time.Sleep(time.Second)
		p.Kill() // want `p.Kill: the process cannot finish its work`
	}
}

// In a helper that nobody calls after asking.
func timeout(cmd *exec.Cmd) {
	time.AfterFunc(time.Minute, func() { end(cmd) })
}

func end(cmd *exec.Cmd) {
	cmd.Process.Kill() // want `cmd.Process.Kill: the process cannot finish its work`
}

// Cancel is where a command is asked.
func group(ctx context.Context) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "worker")
	cmd.Cancel = func() error {
		return sys.Kill(-cmd.Process.Pid, sys.SIGKILL) // want `sys.Kill with sys.SIGKILL`
	}
	return cmd
}

// Another function of the package is called first, which waits for something else.
func afterWaiting(p *os.Process, ready <-chan struct{}) {
	await(ready)
	p.Kill() // want `p.Kill: the process cannot finish its work`
}

func await(ready <-chan struct{}) bool { return <-ready == struct{}{} }

// That there is a process is no failure to ask, and neither is the outcome.
func whenDone(done <-chan struct{}) error {
	cmd := exec.Command("worker")
	if err := cmd.Start(); err != nil {
		return err
	}
	select {
	case <-done:
		if cmd.Process != nil {
			if err := cmd.Process.Kill(); err != nil { // want `cmd.Process.Kill: the process cannot finish its work`
				return err
			}
		}
	default:
	}
	return cmd.Wait()
}

// It has served, and its end is no failure.
func stopEarly(cmd *exec.Cmd, limit int) (int, error) {
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	for n := range limit {
		if n > 10 {
			cmd.Process.Kill() // want `cmd.Process.Kill: the process cannot finish its work`
			return n, nil
		}
	}
	return limit, cmd.Wait()
}

// A signal that asks for something else is no reason to begin with this one.
type daemon struct{ p *os.Process }

func (d *daemon) reload() error { return d.p.Signal(sys.SIGHUP) }

func (d *daemon) terminate() error {
	return d.p.Kill() // want `d.p.Kill: the process cannot finish its work`
}

// What is handed out ends it at any time.
func stoppers(cmd *exec.Cmd) (list []func() error, err error) {
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	stop := func() error {
		return cmd.Process.Kill() // want `cmd.Process.Kill: the process cannot finish its work`
	}
	return []func() error{stop}, nil
}
