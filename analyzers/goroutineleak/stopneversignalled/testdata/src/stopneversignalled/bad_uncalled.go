package stopneversignalled

import "time"

// What stops the refresher was written, and is behind an interface through which
// nobody calls it.
type Feed interface {
	Latest() string
	halt()
}

type feed struct {
	latest string
	ask    chan chan struct{}
}

func OpenFeed() Feed {
	f := &feed{ask: make(chan chan struct{}, 1)}
	go f.refresh()
	return f
}

func (f *feed) refresh() {
	for {
		select {
		case now := <-time.After(time.Minute):
			f.latest = now.String()
		case answer := <-f.ask: // want `goroutine started at line \d+ cannot be stopped: it returns only after a stop signal, and nothing calls halt, which alone closes or sets f\.ask`
			close(answer)
			return
		}
	}
}

func (f *feed) halt() {
	answer := make(chan struct{})
	f.ask <- answer
	<-answer
}

func (f *feed) Latest() string { return f.latest }

// A queue has a worker that only the end of the queue ends, and an owner that ends it in
// no way.
type Mailroom struct {
	letters chan string
	sent    int
}

func NewMailroom() *Mailroom {
	m := &Mailroom{letters: make(chan string, 10)}
	go m.deliver()
	return m
}

func (m *Mailroom) deliver() {
	for letter := range m.letters { // want `goroutine started at line \d+ cannot be stopped: it returns only after a stop signal, and nothing closes m\.letters`
		m.sent += len(letter)
	}
}

func (m *Mailroom) Post(letter string) { m.letters <- letter }

func (m *Mailroom) Close() error { return nil }
