package endlesshandler

import (
	"fmt"
	"net/http"
	"time"
)

type board struct {
	closed chan struct{}
	moves  chan string
}

func (b *board) watch(w http.ResponseWriter, r *http.Request) {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	for { // want `handler keeps running until <-b.closed, also when its client has left`
		select {
		case <-ticker.C:
			fmt.Fprint(w, ": alive")
		case move := <-b.moves:
			if move == "" {
				continue
			}
			fmt.Fprintf(w, "data: %s", move)
		case <-b.closed:
			return
		}
	}
}
