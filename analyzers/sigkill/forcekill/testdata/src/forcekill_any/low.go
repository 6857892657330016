package forcekill_any

import (
	"os"
	"os/exec"
	"syscall"
)

// It is what the function is for: whoever calls it decides.
type child struct{ p *os.Process }

func (c *child) Kill() error { return c.p.Kill() } // want `c\.p\.Kill: the process cannot finish its work`

// reap forcibly ends what a crashed run has left behind.
func reap(p *os.Process) { p.Kill() } // want `p\.Kill: the process cannot finish its work`

// One method asks, and the other is there for when that was in vain.
type tree struct{ pid int }

func (t *tree) interruptGroup() error { return syscall.Kill(-t.pid, syscall.SIGTERM) }

func (t *tree) terminateGroup() error { return syscall.Kill(-t.pid, syscall.SIGKILL) } // want `syscall\.Kill with syscall\.SIGKILL: the process cannot finish its work`

// Its name says what it is for.
func forceKillProcess(cmd *exec.Cmd) error { return cmd.Process.Kill() } // want `cmd\.Process\.Kill: the process cannot finish its work`
