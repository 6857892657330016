package blockedsend

type hub struct {
	events chan int
	stop   chan struct{}
}

func newHub() *hub { return &hub{events: make(chan int, 64), stop: make(chan struct{})} }

func (h *hub) start() { go h.run() }

func (h *hub) end() { close(h.stop) }

func (h *hub) broadcast(v int) {
	h.events <- v // want `send on h.events blocks forever when its buffer is full: run, its only receiver, makes it`
}

func (h *hub) run() {
	for {
		select {
		case v := <-h.events:
			if v > 0 {
				h.broadcast(v - 1)
			}
		case <-h.stop:
			return
		}
	}
}
