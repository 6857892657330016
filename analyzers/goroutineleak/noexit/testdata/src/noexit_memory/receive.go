package memory

import (
	"log"
	"time"
)

// A loop over what a channel brings.
func (q *queue) consume() {
	go func() {
		for { // want `goroutine started at line \d+ cannot be stopped`
			s := <-q.in
			log.Print(s)
		}
	}()
}

// The receive is not what the round begins with.
func (q *queue) late() {
	go func() {
		for { // want `goroutine started at line \d+ cannot be stopped`
			clear(q.seen)
			<-q.in
		}
	}()
}

// A channel that is made anew in each round.
func (q *queue) timed() {
	go func() {
		for { // want `goroutine started at line \d+ cannot be stopped`
			<-time.After(time.Minute)
			clear(q.seen)
		}
	}()
}

// The comment behind the receive stays, and so does the form of the loop.
func (q *queue) explained() {
	go func() {
		for { // want `goroutine started at line \d+ cannot be stopped`
			s := <-q.in // one after the other
			log.Print(s)
		}
	}()
}

// What follows the loop was never reached, and is not to be.
func (q *queue) more() {
	go func() {
		for { // want `goroutine started at line \d+ cannot be stopped`
			s := <-q.in
			log.Print(s)
		}
		log.Print("done")
	}()
}
