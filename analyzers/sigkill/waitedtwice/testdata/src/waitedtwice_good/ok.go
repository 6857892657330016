package waitedtwice

import (
	"log"
	"os"
	"os/exec"
)

type encoder struct {
	cmd  *exec.Cmd
	done chan struct{}
}

func start(tool string) (*encoder, error) {
	e := &encoder{cmd: exec.Command(tool), done: make(chan struct{})}
	if err := e.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		defer close(e.done)
		if err := e.cmd.Wait(); err != nil {
			log.Print(err)
		}
	}()
	return e, nil
}

func (e *encoder) Close() error {
	if err := e.cmd.Process.Signal(os.Interrupt); err != nil {
		return err
	}
	<-e.done
	return nil
}
