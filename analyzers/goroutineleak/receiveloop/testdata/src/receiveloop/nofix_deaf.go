package receiveloop

import (
	"encoding/json"
	"net"
)

// A stop channel is looked at between two values.
func decodeAll(addr string, stop <-chan struct{}, out chan<- map[string]any) error {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	dec := json.NewDecoder(conn)
	for {
		var v map[string]any
		if err := dec.Decode(&v); err != nil { // want `dec.Decode blocks until something arrives, so the loop does not notice the end of stop before that`
			return err
		}
		select {
		case out <- v:
		case <-stop:
			return nil
		}
	}
}
