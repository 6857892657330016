// Replies has a worker that answers, on a channel that it is sent, when it has ended, and
// two that do not; calls of other machines are accepted by the library.
package main

import (
	"context"
	"log"
	"net"
	"net/rpc"
	"os/signal"
	"syscall"
	"time"
)

type hub struct {
	work     chan string
	shutdown chan chan bool
	quit     chan bool
}

func (h *hub) run() {
	for {
		select {
		case w := <-h.work:
			log.Print(w)
		case done := <-h.shutdown:
			done <- true
			return
		}
	}
}

func (h *hub) watch() {
	for {
		select {
		case w := <-h.work:
			log.Print(w)
		case <-h.quit:
			return
		}
	}
}

func (h *hub) tick() {
	ticker := time.NewTicker(time.Minute)
	for ; true; <-ticker.C {
		h.work <- "tick"
	}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	h := &hub{make(chan string), make(chan chan bool), make(chan bool, 1)}
	go h.run()
	go h.watch()
	go h.tick()
	inbound, err := net.Listen("tcp", ":8")
	if err != nil {
		log.Fatal(err)
	}
	go rpc.Accept(inbound)
	<-ctx.Done()
	_ = inbound.Close()
	h.quit <- true
	done := make(chan bool)
	h.shutdown <- done
	<-done
}
