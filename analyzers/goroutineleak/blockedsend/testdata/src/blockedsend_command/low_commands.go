package blockedsend_command

import (
	"os/exec"

	"github.com/spf13/cobra"
)

// As start, written in place.
func inline(ready <-chan struct{}) *cobra.Command {
	return &cobra.Command{Use: "inline", RunE: func(*cobra.Command, []string) error {
		exit := make(chan error)
		go func() { exit <- work() }() // want `send on exit blocks forever when the function literal returns at line \d+ without receiving .*low confidence: it runs before`
		select {
		case <-ready:
			return nil
		case err := <-exit:
			return err
		}
	}}
}

// The process ends when its command returns.
func start() error {
	cmd := exec.Command("daemon")
	if err := cmd.Start(); err != nil {
		return err
	}
	exit := make(chan error)
	go func() { exit <- cmd.Wait() }() // want `send on exit blocks forever when start returns at line \d+ without receiving .*low confidence: it runs before`
	select {
	case <-ready:
		return nil
	case err := <-exit:
		return err
	}
}

// Only a command calls it, once.
func watch() error {
	exit := make(chan error)
	go func() { exit <- work() }() // want `send on exit blocks forever when watch returns at line \d+ without receiving .*low confidence: it runs before`
	select {
	case <-ready:
		return nil
	case err := <-exit:
		return err
	}
}
