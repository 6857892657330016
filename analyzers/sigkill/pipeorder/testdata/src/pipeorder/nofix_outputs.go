package pipeorder

import (
	"bufio"
	"io"
	"os/exec"
	"strings"
)

// The child blocks when it has filled the pipe of its standard error.
func oneAfterOther(cmd *exec.Cmd) ([]byte, []byte, error) {
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, nil, err
	}
	stderr, err := cmd.StderrPipe()
	if err != nil {
		return nil, nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, nil, err
	}
	out, err := io.ReadAll(stdout) // want `the child and io.ReadAll deadlock when the child writes more to stderr than its pipe holds: that is read only after the end of stdout`
	if err != nil {
		return nil, nil, err
	}
	msg, err := io.ReadAll(stderr)
	if err != nil {
		return nil, nil, err
	}
	return out, msg, cmd.Wait()
}

func errorLines(cmd *exec.Cmd, each func(string)) error {
	errs, err := cmd.StderrPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	defer cmd.Wait()
	sc := bufio.NewScanner(errs)
	for sc.Scan() { // want `deadlock when the child writes more to out than its pipe holds: that is read only after the end of errs`
		each(sc.Text())
	}
	_, err = io.Copy(io.Discard, out)
	return err
}

func gather(out, msg io.Reader) (string, string) {
	var a, b strings.Builder
	io.Copy(&a, out) // want `deadlock when the child writes more to msg than its pipe holds: that is read only after the end of out`
	io.Copy(&b, msg)
	return a.String(), b.String()
}

// A helper reads both.
func gathered(cmd *exec.Cmd) (string, error) {
	stdout, _ := cmd.StdoutPipe()
	stderr, _ := cmd.StderrPipe()
	if err := cmd.Start(); err != nil {
		return "", err
	}
	out, _ := gather(stdout, stderr)
	return out, cmd.Wait()
}

// The second one is read when the first one has come to its end.
func concatenated(cmd *exec.Cmd) error {
	stdout, _ := cmd.StdoutPipe()
	stderr, _ := cmd.StderrPipe()
	if err := cmd.Start(); err != nil {
		return err
	}
	sc := bufio.NewScanner(io.MultiReader(stdout, stderr)) // want `the child and io.MultiReader deadlock`
	for sc.Scan() {
	}
	return cmd.Wait()
}
