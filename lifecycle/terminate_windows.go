package lifecycle

import (
	"errors"
	"os"
	"syscall"
)

// terminate kills: Windows has no request to stop that any process obeys.
func terminate(p *os.Process) error { return p.Kill() }

// stillActive is the exit code of a process that has none yet.
const stillActive = 259

func processGone(p *os.Process) bool {
	const queryLimitedInformation = 0x1000
	handle, err := syscall.OpenProcess(queryLimitedInformation, false, uint32(p.Pid))
	if err != nil {
		return true
	}
	defer syscall.CloseHandle(handle)
	var code uint32
	return syscall.GetExitCodeProcess(handle, &code) == nil && code != stillActive
}

func groupTarget(int) (target, error) {
	return target{}, errors.New("lifecycle: no process groups on Windows")
}
