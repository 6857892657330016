//go:build !unix

package child

import (
	"os"
	"os/exec"
)

// Where there are no process groups, the command itself is killed immediately.
func ownGroup(*exec.Cmd) {}

func interruptGroup(leader *os.Process) { _ = leader.Kill() }

func killGroup(leader *os.Process) { _ = leader.Kill() }
