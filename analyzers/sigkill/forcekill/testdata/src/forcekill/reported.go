package forcekill

import (
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// evict kills whatever listens on the port, because it has to be free: that a comment
// speaks of killing is no reason to kill.
func evict(port string) {
	// Otherwise the listener would fail, so use -9 instead of waiting.
	exec.Command("fuser", "-k", port+"/tcp").Run() // want `fuser -k /tcp: the process cannot finish its work`
}

// Stopping a ticker asks no process.
func poll(p *os.Process) error {
	ticker := time.NewTicker(time.Second)
	<-ticker.C
	ticker.Stop()
	time.Sleep(time.Second)
	return p.Kill() // want `p.Kill: the process cannot finish its work`
}

// Nor does a function of the package that is only called so.
func retire(p *os.Process, gone chan struct{}) error {
	stopMetrics()
	<-gone
	return p.Kill() // want `p.Kill: the process cannot finish its work`
}

func stopMetrics() {}

// Elsewhere than on Windows it could be asked.
func elsewhere(p *os.Process) error {
	if runtime.GOOS != "windows" {
		return syscall.Kill(p.Pid, syscall.SIGKILL) // want `syscall.Kill with syscall.SIGKILL: the process cannot finish its work`
	}
	return p.Kill()
}

// What a literal asks, it asks itself.
var hurried = func(pid int) error {
	if err := syscall.Kill(pid, syscall.SIGTERM); err != nil {
		return err
	}
	return syscall.Kill(pid, syscall.SIGKILL) // want `syscall.Kill with syscall.SIGKILL: the process has no time to finish its work`
}

func hurriedLocal(pid int) error {
	end := func() error {
		if err := syscall.Kill(pid, syscall.SIGTERM); err != nil {
			return err
		}
		return syscall.Kill(pid, syscall.SIGKILL) // want `syscall.Kill with syscall.SIGKILL: the process has no time to finish its work`
	}
	return end()
}
