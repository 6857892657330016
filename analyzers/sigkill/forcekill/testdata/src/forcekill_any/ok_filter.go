package forcekill_any

import (
	"io"
	"log"
	"os"
	"os/exec"
)

// Each call has a filter of its own, which nothing starts again.
type packer struct{ cmd *exec.Cmd }

func (p *packer) open(in io.Reader, out *os.File) error {
	p.cmd = exec.Command("zstd")
	p.cmd.Stdin, p.cmd.Stdout = in, out
	if err := p.cmd.Start(); err != nil {
		return err
	}
	go func() { log.Print(p.cmd.Wait()) }()
	return nil
}

func (p *packer) Close() error { return p.cmd.Process.Kill() }

// A new one is made for each of the inputs, and not because the last has ended.
func (p *packer) all(inputs []io.Reader, out *os.File) error {
	for _, in := range inputs {
		if err := p.open(in, out); err != nil {
			return err
		}
	}
	return nil
}
