// Package defaultset sets defaults while the program starts, or a copy of them.
package defaultset

import (
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// Silent: this is how a program sets its defaults.
func init() { http.DefaultClient.Timeout = time.Minute }

func Setup(timeout time.Duration) {
	websocket.DefaultDialer.HandshakeTimeout = timeout
}

func Get(url string) (*http.Response, error) { return http.Get(url) }

// Silent: the dialer is the call's own.
func Copied(url string, timeout time.Duration) (*websocket.Conn, error) {
	dialer := *websocket.DefaultDialer
	dialer.HandshakeTimeout = timeout
	return dialer.Dial(url)
}

func Own(url string, timeout time.Duration) (*websocket.Conn, error) {
	dialer := &websocket.Dialer{}
	dialer.HandshakeTimeout = timeout
	return dialer.Dial(url)
}

var mu sync.Mutex

// Silent: one call at a time.
func Guarded(url string, protocols []string) (*websocket.Conn, error) {
	mu.Lock()
	defer mu.Unlock()
	websocket.DefaultDialer.Subprotocols = protocols
	return websocket.DefaultDialer.Dial(url)
}
