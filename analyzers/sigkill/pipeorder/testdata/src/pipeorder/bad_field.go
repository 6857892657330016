package pipeorder

import (
	"fmt"
	"io"
	"os/exec"
)

type packer struct {
	cmd *exec.Cmd
	in  io.WriteCloser
}

func newPacker() (*packer, error) {
	cmd := exec.Command("xz")
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	return &packer{cmd: cmd, in: in}, cmd.Start()
}

func (p *packer) add(lines []string) {
	for _, line := range lines {
		fmt.Fprintln(p.in, line)
	}
}

func pack(lines []string) error {
	p, err := newPacker()
	if err != nil {
		return err
	}
	p.add(lines)
	return p.cmd.Wait() // want `a child that reads its input to the end never exits, and p.cmd.Wait .line 35. never returns: nothing closes p.in`
}
