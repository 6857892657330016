package forcekill

import (
	"os"
	"syscall"
)

// Nope. The script asks for it.
func signalByName(p *os.Process, name string) error {
	if name == "SIGKILL" {
		return p.Kill()
	}
	return p.Signal(os.Interrupt)
}

// Nope. So does the other side.
func signalByNumber(p *os.Process, sig syscall.Signal) error {
	switch sig {
	case syscall.SIGKILL:
		return p.Kill()
	}
	return p.Signal(sig)
}
