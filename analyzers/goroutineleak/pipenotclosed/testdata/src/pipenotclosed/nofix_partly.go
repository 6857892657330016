package pipenotclosed

import (
	"encoding/json"
	"io"
)

// Where the encoder fails, the end of the goroutine is reached without the close.
func sendPacked(s store, v any) error {
	r, w := io.Pipe()
	go func() {
		err := json.NewEncoder(w).Encode(v)
		if err == nil {
			w.Close() // want `reads from r block forever: the goroutine that writes returns without closing w`
		}
	}()
	defer r.Close()
	return s.Save("packed", r)
}
