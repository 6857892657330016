package pipeorder

import (
	"bufio"
	"log"
	"os/exec"
)

// The last lines may come when the pipe has been closed.
func logged(cmd *exec.Cmd) error {
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() {
		for sc := bufio.NewScanner(out); sc.Scan(); {
			log.Println(sc.Text())
		}
	}()
	return cmd.Wait() // want `output is lost: cmd.Wait closes out, which may still be read`
}
