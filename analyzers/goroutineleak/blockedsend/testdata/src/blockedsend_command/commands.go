// Package blockedsend_command has the functions of a command-line program.
package blockedsend_command

import (
	"errors"

	"github.com/spf13/cobra"
)

func commands(ready <-chan struct{}) []*cobra.Command {
	byField := &cobra.Command{Use: "field"}
	byField.RunE = wrap(start)
	return []*cobra.Command{
		byField,
		{Use: "literal", RunE: run},
		inline(ready),
	}
}

var ready = make(chan struct{})

func wrap(f func() error) func(*cobra.Command, []string) error {
	return func(*cobra.Command, []string) error { return f() }
}

// A command that is also called from elsewhere may return long before the end.
func run(*cobra.Command, []string) error {
	exit := make(chan error)
	go func() {
		exit <- work() // want `send on exit blocks forever when run returns at line \d+ without receiving`
	}()
	select {
	case <-ready:
		return nil
	case err := <-exit:
		return err
	}
}

func again() error {
	return errors.Join(run(nil, nil), run(nil, nil))
}

func work() error { return nil }

func gateways(names []string) *cobra.Command {
	return &cobra.Command{Use: "gateways", RunE: func(*cobra.Command, []string) error {
		if err := watch(); err != nil {
			return err
		}
		for {
			if err := poll(); err != nil {
				return err
			}
		}
	}}
}

// The command calls it again and again.
func poll() error {
	exit := make(chan error)
	go func() {
		exit <- work() // want `send on exit blocks forever when poll returns at line \d+ without receiving`
	}()
	select {
	case <-ready:
		return nil
	case err := <-exit:
		return err
	}
}
