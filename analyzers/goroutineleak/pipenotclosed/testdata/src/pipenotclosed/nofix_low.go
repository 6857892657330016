package pipenotclosed

import (
	"bufio"
	"io"
	"os/exec"
)

// A scanner reads to the end, unless a line is too long.
func run(cmd *exec.Cmd, log func(string)) error {
	r, w := io.Pipe()
	cmd.Stdout = w
	done := make(chan bool)
	go func() {
		defer close(done)
		lines := bufio.NewScanner(r) // want `writes to w block forever when reading what bufio.NewScanner returns stops early: nothing closes r`
		for lines.Scan() {
			log(lines.Text())
		}
	}()
	err := cmd.Run()
	_ = w.Close()
	<-done
	return err
}
