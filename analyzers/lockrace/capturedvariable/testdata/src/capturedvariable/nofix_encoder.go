package capturedvariable

import (
	"encoding/json"
	"io"
	"sync"
)

// stocktake writes the rows of all shelves with one encoder.
func stocktake(w io.Writer, shelves []func() []string) {
	out := json.NewEncoder(w)
	var wg sync.WaitGroup
	for _, shelf := range shelves {
		wg.Add(1)
		go func() {
			defer wg.Done()
			rows := shelf()
			out.Encode(rows) // want `data race: out is used by goroutines that run concurrently, started at line 15, and no mutex guards it`
		}()
	}
	wg.Wait()
}
