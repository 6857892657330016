package capturedvariable

import (
	"encoding/csv"
	"net/http"

	"github.com/gorilla/websocket"
)

// follow only reads in the function, and writes in one goroutine.
func follow(w http.ResponseWriter, r *http.Request, lines <-chan string) {
	socket, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	socket.WriteMessage(websocket.TextMessage, []byte("begin"))
	go func() {
		for line := range lines {
			socket.WriteMessage(websocket.TextMessage, []byte(line))
		}
	}()
	for {
		if _, _, err := socket.ReadMessage(); err != nil {
			return
		}
	}
}

// table writes its head before the goroutine starts, and its foot after a wait for it.
func table(w http.ResponseWriter, rows <-chan []string) {
	out := csv.NewWriter(w)
	done := make(chan struct{})
	out.Write([]string{"head"})
	go func() {
		defer close(done)
		for row := range rows {
			out.Write(row)
		}
	}()
	<-done
	out.Write([]string{"foot"})
}
