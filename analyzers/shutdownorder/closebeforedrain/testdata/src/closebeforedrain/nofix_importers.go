package closebeforedrain

import "errors"

// Handlers send, as the documentation says, while Close closes.
type Outbox struct {
	letters chan string
	gone    chan struct{}
	deliver func(string)
}

func NewOutbox(deliver func(string)) *Outbox {
	o := &Outbox{letters: make(chan string, 16), gone: make(chan struct{}), deliver: deliver}
	go o.run()
	return o
}

func (o *Outbox) run() {
	defer close(o.gone)
	for l := range o.letters {
		o.deliver(l)
	}
}

// Post is called by HTTP handlers.
func (o *Outbox) Post(l string) error {
	select {
	case o.letters <- l:
		return nil
	default:
		return errors.New("full")
	}
}

func (o *Outbox) Close() {
	close(o.letters) // want `send on closed channel panics: close\(o.letters\) does not wait for calls of Post, which sends at line 27`
	<-o.gone
}
