package command

import (
	"os"
	"time"
)

// The function of a command is made while the package is initialized, and runs
// when its user asks for it.
type command struct{ run func(args []string) error }

var serve = &command{run: func([]string) error {
	go func() {
		for { // want `goroutine started at line \d+ cannot be stopped`
			sweep()
			time.Sleep(time.Second)
		}
	}()
	return wait()
}}

var commands []*command

func init() {
	commands = append(commands, &command{run: func([]string) error {
		go func() {
			for { // want `goroutine started at line \d+ cannot be stopped`
				sweep()
				time.Sleep(time.Second)
			}
		}()
		return wait()
	}})
}

// What the initialization itself runs is there for the life of the process.
func init() {
	watch := func() {
		for {
			sweep()
			time.Sleep(time.Minute)
		}
	}
	go watch()
	func() {
		go func() {
			for {
				sweep()
				time.Sleep(time.Minute)
			}
		}()
	}()
}

func sweep() { os.Remove("stale") }
func wait() error
