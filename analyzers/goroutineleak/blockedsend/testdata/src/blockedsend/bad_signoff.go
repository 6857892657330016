package blockedsend

import "bufio"

// A guest signs off when the desk has closed. Whoever calls Visit is blocked, too, and the
// reader is never closed.
type desk struct {
	leaving chan string
	closing chan struct{}
	guests  map[string]bool
}

func newDesk() *desk {
	d := &desk{leaving: make(chan string), closing: make(chan struct{}), guests: make(map[string]bool)}
	go d.attend()
	return d
}

func (d *desk) attend() {
	for {
		select {
		case guest := <-d.leaving:
			delete(d.guests, guest)
		case <-d.closing:
			return
		}
	}
}

func (d *desk) shut() { close(d.closing) }

func (d *desk) Visit(guest string, in *bufio.Reader, end func(string)) {
	for {
		if _, err := in.ReadString('\n'); err != nil {
			break
		}
	}
	d.leaving <- guest // want `send on d\.leaving blocks forever after attend, its receiver, leaves the loop at line \d+`
	end(guest)
}
