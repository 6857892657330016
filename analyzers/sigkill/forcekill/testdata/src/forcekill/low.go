package forcekill

import "syscall"

// It is another name for the kill; who calls it decides.
func killPid(pid int) error { return syscall.Kill(pid, syscall.SIGKILL) } // want `syscall\.Kill with syscall\.SIGKILL: the process cannot finish its work`
