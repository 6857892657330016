// Receiver has a worker that says when it has begun, and once more when it has failed before.
package main

import (
	"net"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

func main() {
	var group sync.WaitGroup
	started, stop := make(chan struct{}), make(chan struct{})
	group.Add(1)
	go func() {
		defer group.Done()
		if err := receive(started, stop); err != nil {
			select {
			case <-started:
			default:
				close(started)
			}
		}
	}()
	<-started
	sig := make(chan os.Signal, 1)
	signal.Notify(sig, syscall.SIGTERM)
	<-sig
	close(stop)
	group.Wait()
}

func receive(started, stop chan struct{}) error {
	conn, err := net.ListenPacket("udp", ":2055")
	if err != nil {
		return err
	}
	close(started)
	packets := make(chan []byte)
	for {
		buf := make([]byte, 1500)
		if _, _, err := conn.ReadFrom(buf); err != nil {
			return err
		}
		select {
		case packets <- buf:
		case <-stop:
			return nil
		}
	}
}
