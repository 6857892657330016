// Tombs has workers in tombs: one that is waited for, one that is not, and a listener that a
// third closes when it is to end.
package main

import (
	"log"
	"net"
	"os"
	"os/signal"
	"syscall"
	"time"

	"gopkg.in/tomb.v2"
)

type worker struct {
	tomb tomb.Tomb
}

func (w *worker) start() {
	w.tomb.Go(func() error {
		tick := time.NewTicker(time.Second)
		for {
			select {
			case <-w.tomb.Dying():
				return nil
			case <-tick.C:
				log.Print("tick")
			}
		}
	})
}

func (w *worker) stop() error {
	w.tomb.Kill(nil)
	return w.tomb.Wait()
}

type other struct {
	tomb tomb.Tomb
}

func (o *other) start() {
	o.tomb.Go(func() error {
		for range time.Tick(time.Second) {
			log.Print("tock")
		}
		return nil
	})
}

type listener struct {
	tomb tomb.Tomb
	ln   net.Listener
}

func (l *listener) listen() {
	l.tomb.Go(func() error {
		for {
			select {
			case <-l.tomb.Dying():
				return l.ln.Close()
			default:
			}
			conn, err := l.ln.Accept()
			if err == nil {
				go conn.Close()
			}
		}
	})
}

func main() {
	ln, err := net.Listen("tcp", ":7")
	if err != nil {
		log.Fatal(err)
	}
	l := &listener{ln: ln}
	l.listen()
	w, o := new(worker), new(other)
	w.start()
	o.start()
	sig := make(chan os.Signal, 1)
	signal.Notify(sig, syscall.SIGTERM)
	<-sig
	l.tomb.Kill(nil)
	_ = l.tomb.Wait()
	_ = w.stop()
}
