//go:build unix && !linux

package child

import "syscall"

// interruptedWithParent does nothing: without this process, the go command ends when
// it next writes its output.
func interruptedWithParent(*syscall.SysProcAttr) {}
