package forcekill

import (
	"os"
	"os/exec"
)

// A program that only shows what there is has nothing to lose.
type follower struct{ cmd *exec.Cmd }

func follow(name string) (*follower, error) {
	f := &follower{cmd: exec.Command("tail", "-F", name)}
	f.cmd.Stdout = os.Stdout
	return f, f.cmd.Start()
}

func (f *follower) Close() error {
	return f.cmd.Process.Kill() // want `f.cmd.Process.Kill: the process cannot finish its work`
}
