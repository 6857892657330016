package forcekill

import "syscall"

// The comment in front of the kill says that nothing else is sent.
func awaitStart(pid int, started, aborted <-chan struct{}) error {
	select {
	case <-started:
		return nil
	case <-aborted:
		// The start was aborted: sending SIGKILL is about the best that can be done.
		err := syscall.Kill(-pid, syscall.SIGKILL) // want `syscall\.Kill with syscall\.SIGKILL: the process cannot finish its work`
		return err
	}
}
