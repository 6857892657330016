package pipeorder

import (
	"bufio"
	"io"
	"os/exec"
)

func list() ([]string, error) {
	cmd := exec.Command("ls", "/")
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	if err := cmd.Wait(); err != nil { // want `output is lost: cmd.Wait closes out, which is read after it \(line 22\)`
		return nil, err
	}
	var names []string
	for sc := bufio.NewScanner(out); sc.Scan(); {
		names = append(names, sc.Text())
	}
	return names, nil
}

// What reads is made before the wait, and asked after it.
func version(cmd *exec.Cmd) (string, error) {
	out, err := cmd.StderrPipe()
	if err != nil {
		return "", err
	}
	r := bufio.NewReader(out)
	if err := cmd.Run(); err != nil { // want `output is lost: cmd.Run closes out, which is read after it`
		return "", err
	}
	line, err := r.ReadString('\n')
	return line, err
}

func all(cmd *exec.Cmd) ([]byte, error) {
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	status := cmd.Wait() // want `output is lost`
	data, err := io.ReadAll(out)
	if err != nil {
		return nil, err
	}
	return data, status
}

type session struct {
	cmd *exec.Cmd
	in  io.WriteCloser
}

func (s *session) say(text string) error {
	_, err := io.WriteString(s.in, text)
	return err
}

// The field is closed where the start fails, and nowhere else.
func (s *session) run(text string) (err error) {
	if s.in, err = s.cmd.StdinPipe(); err != nil { // want `nothing closes in`
		return err
	}
	if err = s.cmd.Start(); err != nil {
		_ = s.in.Close()
		return err
	}
	if err = s.say(text); err != nil {
		return err
	}
	return s.cmd.Wait()
}
