package receiveloop

import (
	"errors"
	"syscall"
)

func reapAll(ended func(int)) {
	var status syscall.WaitStatus
	for {
		pid, err := syscall.Wait4(-1, &status, 0, nil)
		if errors.Is(err, syscall.EINTR) {
			continue
		}
		if err != nil {
			return
		}
		ended(pid)
	}
}
