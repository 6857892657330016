package child

import "syscall"

// interruptedWithParent sets the signal that the kernel sends when the thread that
// has started the child ends. No goroutine of this program ends its thread, so that is
// the end of the process.
func interruptedWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGINT }
