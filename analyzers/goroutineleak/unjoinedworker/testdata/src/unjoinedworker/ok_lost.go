package main

import (
	"net/http"
	"os"
)

// counted is waited for by the group.
func (o *orders) counted(id string) {
	o.wg.Add(1)
	go func() {
		defer o.wg.Done()
		o.enter(id)
	}()
}

func (o *orders) flush() { o.wg.Wait() }

// answered tells who asked that it has finished.
func (o *orders) answered(w http.ResponseWriter, r *http.Request) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		o.enter(r.FormValue("id"))
	}()
	<-done
}

// watched only reads.
func (o *orders) watched(name string) {
	go func() {
		if _, err := os.Stat(name); err != nil {
			println(err.Error())
		}
	}()
}

// queued works until its queue is closed: it is told to stop, or not, which is another
// question.
func (o *orders) queued(ids <-chan string) {
	go func() {
		for id := range ids {
			o.books.Save(id, "queued")
		}
	}()
}

// relayed writes until its connection fails.
func (o *orders) relayed(next func() (string, error)) {
	go func() {
		for {
			id, err := next()
			if err != nil {
				return
			}
			o.books.Save(id, "relayed")
		}
	}()
}

// What a track is sent is gone with the call.
type track interface {
	Write(packet []byte) (int, error)
	WriteRTCP(packets [][]byte) error
}

func (s *calls) Catch(t track, packets [][]byte) {
	go func() {
		for _, packet := range packets {
			if _, err := t.Write(packet); err != nil {
				return
			}
		}
		_ = t.WriteRTCP(packets)
	}()
}

type calls struct{}
