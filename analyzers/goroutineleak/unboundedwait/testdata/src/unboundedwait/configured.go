package unboundedwait

import (
	"net/http"
	"sync"
	"time"
)

// How long a stop may take is a setting already.
type sender struct {
	cfg struct{ ShutdownTimeout time.Duration }

	wg   sync.WaitGroup
	url  string
	stop chan struct{}
	done chan struct{}
	once sync.Once
}

func newSender(url string) *sender {
	s := &sender{url: url, stop: make(chan struct{}), done: make(chan struct{})}
	go s.loop()
	return s
}

func (s *sender) loop() {
	defer close(s.done)
	for {
		select {
		case <-s.stop:
			return
		case <-time.After(time.Minute):
		}
		if resp, err := http.Post(s.url, "text/plain", nil); err == nil {
			resp.Body.Close()
		}
	}
}

func (s *sender) Stop() {
	s.once.Do(func() { close(s.stop) })
	<-s.done // want `<-s\.done in Stop has no limit`
}
