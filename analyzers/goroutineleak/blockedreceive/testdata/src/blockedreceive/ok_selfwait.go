package blockedreceive

type drainHub struct {
	joined, left chan chan int
	all          map[chan int]bool
}

func newDrainHub() *drainHub {
	h := &drainHub{joined: make(chan chan int), left: make(chan chan int), all: make(map[chan int]bool)}
	go h.listen()
	return h
}

func (h *drainHub) listen() {
	for {
		select {
		case c := <-h.joined:
			h.all[c] = true
		case c := <-h.left:
			delete(h.all, c)
			close(c)
		}
	}
}

// Nope. It is sent first, and drained until it is closed.
func (h *drainHub) join(gone <-chan bool) {
	client := make(chan int)
	h.joined <- client
	go func() {
		<-gone
		h.left <- client
		for range client {
		}
	}()
}

type otherHub struct{ left chan chan uint8 }

func newOtherHub() *otherHub { return &otherHub{left: make(chan chan uint8)} }

func (h *otherHub) listen() {
	for c := range h.left {
		close(c)
	}
}

// Nope. Another function sends it as well.
func (h *otherHub) join(client chan uint8) {
	go func() {
		for range client {
		}
		h.left <- client
	}()
}

func (h *otherHub) leave(client chan uint8) { h.left <- client }
