package malformedinput

import (
	"bufio"
	"encoding/json"
	"net"
	"time"
)

type event struct {
	Kind string            `json:"kind"`
	Tags map[string]string `json:"tags"`
}

// A connection has a goroutine that recovers from nothing.
func receive(conn net.Conn, out chan<- []byte) {
	go func() {
		defer close(out)
		for lines := bufio.NewScanner(conn); lines.Scan(); {
			var e event
			if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
				continue
			}
			e.Tags["at"] = time.Now().String() // want `malformed input crashes the process: e.Tags\["at"\] panics when the input leaves the map nil`
			out <- []byte(e.Kind)
		}
	}()
}
