package platformexec

import (
	"os"
	"os/exec"
	"strings"
)

// Without a name for the error.
func listeners(port string) []string {
	out, _ := exec.Command("lsof", "-t", "-i", ":"+port).Output() // want `lsof is missing or differs`
	return strings.Fields(string(out))
}

// By way of a variable.
func holders(port string) []string {
	cmd := exec.Command("lsof", "-t", "-i", ":"+port) // want `lsof is missing`
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	out, err := cmd.Output()
	if err != nil {
		return nil
	}
	return strings.Fields(string(out))
}

// What is looked for is something else.
func threads() ([]byte, error) {
	if _, err := os.Stat("/etc/service.conf"); err != nil {
		return nil, err
	}
	cmd := exec.Command("ps", "-eLf") // want `ps is missing`
	out, err := cmd.CombinedOutput()
	if err != nil {
		return nil, nil
	}
	return out, nil
}
