package closedchannelspin

import "log"

// Who closes the lines may stop the loop as well.
type Tail struct {
	lines chan string
	quit  chan struct{}
}

func (t *Tail) run() {
	for {
		select {
		case line := <-t.lines: // want `loop spins once t.lines is closed`
			log.Print(line)
		case <-t.quit:
			return
		}
	}
}

func (t *Tail) Close() {
	close(t.lines)
	close(t.quit)
}
