package platformexec

import (
	"context"
	"os/exec"
	"strings"
	"time"
)

func freePort(port string) error {
	out, err := exec.Command("lsof", "-t", "-i", ":"+port).Output() // want `lsof is missing or differs`
	if err != nil {
		return nil
	}
	return exec.Command("kill", strings.TrimSpace(string(out))).Run()
}

func workers(ctx context.Context) ([]byte, error) {
	out, err := exec.CommandContext(ctx, "pgrep", "worker").CombinedOutput()
	return out, err
}

func check() error {
	if err := exec.Command("/usr/bin/netstat", "-an").Run(); err != nil { // want `netstat is missing or differs`
		return nil
	}
	return nil
}

func list() ([]byte, bool, error) {
	out, err := exec.Command("ss", "-ltn").Output() // want `ss is missing`
	if err != nil {
		return nil, false, nil
	}
	return out, true, nil
}

// Without an error to return.
func alive(names []string) (n int) {
	for _, name := range names {
		_, err := exec.Command("pgrep", name).Output() // want `pgrep is missing`
		if err != nil {
			continue
		}
		n++
	}
	return n
}

const pause = time.Second
