package pipeorder

import (
	"bufio"
	"io"
	"os/exec"
)

// The child may exit before all of its output has been copied.
func copyBeside(dst io.Writer) error {
	cmd := exec.Command("pg_dump")
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	exited := make(chan error, 1)
	go func() { exited <- cmd.Wait() }() // want `output is lost: cmd.Wait closes stdout, which may still be read`
	_, err = io.Copy(dst, stdout)
	if err := <-exited; err != nil {
		return err
	}
	return err
}

// A function of the package reads the one to its end.
func linesFirst() ([]byte, error) {
	cmd := exec.Command("transcribe")
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	stderr, err := cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	countLines(stdout) // want `the child and countLines deadlock when the child writes more to stderr than its pipe holds: that is read only after the end of stdout`
	notes, err := io.ReadAll(stderr)
	if err != nil {
		return nil, err
	}
	return notes, cmd.Wait()
}

func countLines(r io.Reader) (n int) {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		n++
	}
	return n
}

// A function that reads the first line leaves the rest.
func oneLine() ([]byte, error) {
	cmd := exec.Command("transcribe")
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	stderr, err := cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	readLine(stdout)
	notes, err := io.ReadAll(stderr)
	if err != nil {
		return nil, err
	}
	return notes, cmd.Wait()
}

func readLine(r io.Reader) string {
	line, _ := bufio.NewReader(r).ReadString('\n')
	return line
}

// The goroutine waits when all has been read.
func afterCopy(dst io.Writer) error {
	cmd := exec.Command("pg_dump")
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	read, exited := make(chan struct{}), make(chan error, 1)
	go func() {
		<-read
		exited <- cmd.Wait()
	}()
	_, err = io.Copy(dst, stdout)
	close(read)
	if err := <-exited; err != nil {
		return err
	}
	return err
}
