package childkill

import "os/exec"

type server struct{ cmd *exec.Cmd }

func (s *server) Close() error {
	return s.cmd.Process.Kill() // want `s.cmd.Process.Kill: the first signal the process gets cannot be caught, so what it was doing is lost \(sigkill/child-kill\)`
}
