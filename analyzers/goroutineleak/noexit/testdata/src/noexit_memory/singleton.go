package memory

import "time"

// A value that the package makes once, and keeps, works for all of the process.
type hub struct{ n int }

func (h *hub) listen() {
	for { // want `goroutine started at line \d+ cannot be stopped`
		h.n++
		time.Sleep(time.Second)
	}
}

var shared, second, third *hub

func Shared() *hub {
	if shared != nil {
		return shared
	}
	shared = &hub{}
	go shared.listen()
	return shared
}

func Second() *hub {
	if second == nil {
		second = newHub()
	}
	return second
}

func newHub() *hub {
	h := &hub{}
	go h.listen()
	return h
}

// Another one each time.
func Renew() *hub {
	third = &hub{}
	go third.watch()
	return third
}

func (h *hub) watch() {
	for { // want `goroutine started at line \d+ cannot be stopped`
		h.n++
		time.Sleep(time.Second)
	}
}

var fourth *hub

func Fourth() *hub {
	if fourth == nil {
		fourth = NewFourth()
	}
	return fourth
}

// Exported, and yet Fourth is how it is meant to be had.
func NewFourth() *hub {
	h := &hub{}
	go h.listen()
	return h
}
