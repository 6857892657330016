package pooled

import (
	"fmt"
	"net/http"
	"time"
)

// The other half of a connection.
func stream(w http.ResponseWriter, r *http.Request, copyAll func()) {
	go func() {
		fmt.Fprintln(w, "begins") // want `the server reuses w when stream returns`
	}()
	for {
		copyAll()
		time.Sleep(time.Second)
	}
}
