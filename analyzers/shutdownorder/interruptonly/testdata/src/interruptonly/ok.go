package interruptonly

import (
	"bufio"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// Who is asked for a password sits before a keyboard.
func password() (string, error) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	defer signal.Stop(c)
	go func() {
		if _, ok := <-c; ok {
			os.Exit(1)
		}
	}()
	fmt.Print("password: ")
	return bufio.NewReader(os.Stdin).ReadString('\n')
}

// Signals that end nothing.
func (a *api) reload() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGHUP)
	for range c {
		a.srv.SetKeepAlivesEnabled(false)
	}
}
