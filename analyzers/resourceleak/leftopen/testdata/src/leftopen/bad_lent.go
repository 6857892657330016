package leftopen

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
)

type jobs struct{ running map[int]*exec.Cmd }

func (j *jobs) add(cmd *exec.Cmd) { j.running[cmd.Process.Pid] = cmd }

// A command uses the file, and does not close it.
func (j *jobs) run(path string, argv []string) error {
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Stdout = out
	cmd.Stderr = out
	cmd.Cancel = func() error { return cmd.Process.Kill() }
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start %s: %w", argv[0], err) // want `out, opened at line 17, stays open on this return`
	}
	j.add(cmd)
	return errors.Join(cmd.Wait(), out.Close())
}

type session struct{ conn net.Conn }

func newSession(conn net.Conn) (*session, error) { return &session{conn}, nil }

func (s *session) hello() error {
	_, err := s.conn.Write([]byte("hello"))
	return err
}

// The function closes it in the end, and so has to before.
func exchange(addr string) error {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	s, err := wrapConn(conn)
	if err != nil {
		conn.Close()
		return err
	}
	if err := s.hello(); err != nil {
		return err // want `conn, opened at line 43, stays open on this return`
	}
	conn.Close()
	return nil
}

// What takes the connection is not known here.
var wrapConn = newSession
