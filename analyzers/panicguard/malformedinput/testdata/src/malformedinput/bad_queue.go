package malformedinput

import (
	"bufio"
	"encoding/json"
	"net"
	"strings"
	"sync"
)

// A gauge listens for lines, and parses them in workers.
type gauge struct {
	lines chan string
	quit  chan struct{}
	wg    sync.WaitGroup
}

func newGauge() *gauge { return &gauge{lines: make(chan string, 64), quit: make(chan struct{})} }

func (g *gauge) start(conn net.Conn, set func(name, kind string)) {
	g.wg.Go(func() { g.read(conn) })
	g.wg.Go(func() { g.parse(set) })
}

func (g *gauge) read(conn net.Conn) {
	lines := bufio.NewScanner(conn)
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if line == "" {
			continue
		}
		select {
		case g.lines <- line:
		case <-g.quit:
			return
		}
	}
}

// That a line is not empty says nothing of how many parts it has.
func (g *gauge) parse(set func(name, kind string)) {
	for line := range g.lines {
		parts := strings.Split(line, "|")
		set(parts[0], parts[1]) // want `parts\[1\] panics when there are fewer elements`
	}
}

// The lines of a packet are ranged over.
func packets(conn net.PacketConn, set func(name, kind string)) {
	go func() {
		buf := make([]byte, 1500)
		for {
			n, _, err := conn.ReadFrom(buf)
			if err != nil {
				return
			}
			for line := range strings.SplitSeq(string(buf[:n]), "\n") {
				parts := strings.Fields(line)
				if len(parts) == 0 {
					continue
				}
				set(parts[0], parts[1]) // want `parts\[1\] panics when there are fewer elements`
			}
		}
	}()
}

// A Sample is what a sensor sends.
type Sample struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

// Exceeds compares in the background: a sensor may send a string.
func Exceeds(s Sample, limit float64, alert func(Sample)) {
	go func() {
		if above(s, limit) {
			alert(s)
		}
	}()
}

func above(s Sample, limit float64) bool {
	v := s.Value.(float64) // want `s\.Value\.\(float64\) panics when the value is missing or has another type`
	return v > limit
}

type order struct {
	ID   string `json:"id"`
	Data any    `json:"data"`
}

// What the package decodes may have any type.
func orders(conn net.Conn, handle func(id, note string)) {
	go func() {
		dec := json.NewDecoder(conn)
		for {
			var o order
			if err := dec.Decode(&o); err != nil {
				return
			}
			handle(o.ID, o.Data.(string)) // want `o\.Data\.\(string\) panics when the value is missing or has another type`
		}
	}()
}
