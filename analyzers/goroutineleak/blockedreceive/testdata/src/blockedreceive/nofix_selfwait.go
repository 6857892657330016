package blockedreceive

type selfHub struct {
	Joined, Left chan chan string
	all          map[chan string]bool
}

type selfClient chan string

var theHub = &selfHub{Joined: make(chan chan string), Left: make(chan chan string), all: make(map[chan string]bool)}

func (h *selfHub) listen(messages <-chan string) {
	for {
		select {
		case c := <-h.Joined:
			h.all[c] = true
		case c := <-h.Left:
			delete(h.all, c)
			close(c)
		case m := <-messages:
			for c := range h.all {
				select {
				case c <- m:
				default:
				}
			}
		}
	}
}

// The loop waits for the close that what it sends afterwards brings about.
func (h *selfHub) join(gone <-chan bool, keep func(any)) {
	client := make(selfClient)
	h.Joined <- client
	go func() {
		<-gone
		for range client { // want `range over client blocks forever: only line 19 closes it, when it has been sent to h.Left, which comes after the loop, at line 39`
		}
		h.Left <- client
	}()
	keep(client)
}
