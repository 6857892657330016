package forcekill

import (
	"os"
	"os/exec"
	"syscall"
)

func replace(p *os.Process) error {
	return p.Kill() // want `p.Kill: the process cannot finish its work`
}

// By a program.
func programs(pid string) {
	exec.Command("kill", "-9", pid).Run()                // want `kill -9: the process cannot finish its work`
	exec.Command("pkill", "-KILL", "-f", "worker").Run() // want `pkill -KILL -f worker`
	exec.Command("sh", "-c", "kill -9 "+pid).Run()       // want `sh -c "kill -9`
}

// By its pid, also that of a group.
func group(pid int) error {
	return syscall.Kill(-pid, syscall.SIGKILL) // want `syscall.Kill with syscall.SIGKILL`
}

// Asked, but given no time.
func impatient(p *os.Process) {
	p.Signal(os.Interrupt)
	p.Kill() // want `p.Kill: the process has no time to finish its work`
}

// So is a child that has been asked.
func impatientWithChild(cmd *exec.Cmd) {
	cmd.Process.Signal(os.Interrupt)
	cmd.Process.Kill() // want `cmd.Process.Kill: the process has no time to finish its work`
}

// It decides itself.
func killStale(path string, pid int) error {
	if err := os.Remove(path); err != nil {
		return err
	}
	return syscall.Kill(pid, syscall.SIGKILL) // want `syscall.Kill with syscall.SIGKILL: the process cannot finish its work`
}

// The group is made of itself.
func stopGroup() error {
	var group int
	group = -1 * group
	return syscall.Kill(group, syscall.SIGKILL) // want `syscall.Kill with syscall.SIGKILL: the process cannot finish its work`
}

// The reason is none to kill first.
func signalByReason(p *os.Process, reason string) error {
	if reason == "stopped" {
		return p.Kill() // want `p.Kill: the process cannot finish its work, because SIGKILL is the first signal it gets`
	}
	return nil
}
