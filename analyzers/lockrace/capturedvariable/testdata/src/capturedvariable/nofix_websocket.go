package capturedvariable

import (
	"net/http"
	"time"

	"github.com/gorilla/websocket"
)

var upgrader websocket.Upgrader

// mirror sends back what comes in, and pings.
func mirror(w http.ResponseWriter, r *http.Request) {
	socket, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	go func() {
		for range time.Tick(time.Minute) {
			if socket.WriteMessage(websocket.PingMessage, nil) != nil { // want `data race: socket is used in the goroutine started at line 18, and used at line 30, and nothing orders the two`
				return
			}
		}
	}()
	for {
		kind, data, err := socket.ReadMessage()
		if err != nil {
			return
		}
		if socket.WriteMessage(kind, data) != nil {
			return
		}
	}
}

// prompt pings in a function of its own, and answers in another.
func prompt(w http.ResponseWriter, r *http.Request) {
	socket, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	go ping(socket)
	converse(socket)
}

func ping(socket *websocket.Conn) {
	for range time.Tick(time.Minute) {
		if socket.WriteMessage(websocket.PingMessage, nil) != nil { // want `data race: socket is used in the goroutine started at line 42, and used at line 60, and nothing orders the two`
			return
		}
	}
}

func converse(socket *websocket.Conn) {
	for {
		kind, data, err := socket.ReadMessage()
		if err != nil {
			return
		}
		if socket.WriteMessage(kind, data) != nil {
			return
		}
	}
}
