package blockedreceive

import "log"

// The channel is in a field of a value that nobody else has.
type printer struct{ lines chan string }

func typesetAll(lines []string) {
	p := &printer{lines: make(chan string)}
	go func() {
		for line := range p.lines { // want `range over p\.lines blocks forever when typesetAll returns at line \d+ without closing it`
			log.Print(line)
		}
	}()
	for _, line := range lines {
		p.lines <- line
	}
}
