package leftopen

import (
	"net"
	"os"
	"os/exec"
)

// The session takes the connection over, where it can be made.
func take(addr string) (*session, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	s, err := wrapConn(conn)
	if err != nil {
		conn.Close()
		return nil, err
	}
	if err := s.hello(); err != nil {
		return nil, err
	}
	return s, nil
}

// Others have the command, and the file with it.
func (j *jobs) hand(path, name string) error {
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	cmd := exec.Command(name)
	cmd.Stdout = out
	j.add(cmd)
	return cmd.Start()
}

// It is closed when the command has been started.
func (j *jobs) detach(path, name string) error {
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	cmd := exec.Command(name)
	cmd.Stdout = out
	err = cmd.Start()
	out.Close()
	return err
}
