package blockedsenditself

import "errors"

type listener struct{ queue []byte }

func (l *listener) write(b []byte) error {
	if len(b) > 100 {
		return errors.New("too long")
	}
	l.queue = append(l.queue, b...)
	return nil
}

type exchange struct {
	listeners map[*listener]bool
	messages  chan []byte
	join      chan *listener
	leave     chan *listener
	stop      chan struct{}
}

func newExchange() *exchange {
	x := &exchange{
		listeners: make(map[*listener]bool),
		messages:  make(chan []byte),
		join:      make(chan *listener),
		leave:     make(chan *listener),
		stop:      make(chan struct{}),
	}
	go x.run()
	return x
}

func (x *exchange) Close() { close(x.stop) }

func (x *exchange) Add(l *listener) {
	select {
	case x.join <- l:
	case <-x.stop:
	}
}

func (x *exchange) Say(b []byte) {
	select {
	case x.messages <- b:
	case <-x.stop:
	}
}

func (x *exchange) run() {
	for {
		select {
		case l := <-x.join:
			x.listeners[l] = true
		case l := <-x.leave:
			delete(x.listeners, l)
		case b := <-x.messages:
			for l := range x.listeners {
				if err := l.write(b); err != nil {
					x.leave <- l // want `send on x.leave blocks forever: run, its only receiver, makes it`
				}
			}
		case <-x.stop:
			return
		}
	}
}
