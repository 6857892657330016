package pipeorder

import "os/exec"

// Nope. What waits for the child waits for the reader first.
func readFirst(name string, emit func([]byte), exit func(error)) error {
	cmd := exec.Command(name)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		readOut(out, emit)
	}()
	go func() {
		<-done
		exit(cmd.Wait())
	}()
	return nil
}
