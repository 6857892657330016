package platformexec

import (
	"os/exec"
	"runtime"
)

// The system is known.
func known() error {
	if runtime.GOOS == "darwin" {
		if err := exec.Command("lsof").Run(); err != nil { // want `lsof is missing or differs`
			return nil
		}
	}
	return nil
}

// It is run for its effect, which may be all the same.
func flush() {
	exec.Command("ip", "neigh", "flush", "all").Run()         // want `ip is missing`
	_ = exec.Command("sysctl", "-w", "vm.swappiness=1").Run() // want `sysctl is missing`
}
