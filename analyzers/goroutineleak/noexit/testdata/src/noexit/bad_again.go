package noexit

import (
	"log"
	"net"
)

// One more for each connection: all are left.
type lines struct{ in chan string }

func serveLines(l net.Listener) error {
	for {
		if _, err := l.Accept(); err != nil {
			return err
		}
		printLines(&lines{in: make(chan string)})
	}
}

func printLines(l *lines) {
	go func() {
		for { // want `goroutine started at line \d+ cannot be stopped`
			log.Print(<-l.in)
		}
	}()
}

// Whoever hands in a channel to stop it wants it to end.
func untilTold(stop <-chan struct{}, l *lines) {
	go func() {
		for { // want `goroutine started at line \d+ cannot be stopped`
			log.Print(<-l.in)
		}
	}()
	<-stop
}
