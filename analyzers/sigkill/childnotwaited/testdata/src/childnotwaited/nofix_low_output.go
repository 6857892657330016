package childnotwaited

import (
	"bufio"
	"log"
	"os/exec"
)

// The end of the output tells that the child has exited, and does not reap it.
func relay(tool string) error {
	cmd := exec.Command(tool)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil { // want `nothing calls cmd\.Wait`
		return err
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		log.Print(lines.Text())
	}
	return lines.Err()
}
