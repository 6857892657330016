package unguardedfield

import (
	"net"
	"net/http"
)

type viewer struct {
	track net.Conn
	next  *viewer
}

var watching *viewer

func (v *viewer) leave() {
	if v == watching {
		watching = nil
	}
}

// Stream sends frames while viewers come and go.
func Stream(frames <-chan []byte) {
	http.HandleFunc("/watch", func(w http.ResponseWriter, r *http.Request) {
		conn, err := net.Dial("tcp", r.RemoteAddr)
		if err != nil {
			return
		}
		v := &viewer{track: conn}
		watching = v
		go func() {
			buf := make([]byte, 10)
			if _, err := conn.Read(buf); err != nil {
				v.leave()
			}
		}()
	})
	go func() {
		for frame := range frames {
			if watching != nil {
				_, _ = watching.track.Write(frame) // want `nil dereference: watching is read again after the test at line 39, another goroutine sets it to nil at line 17, and no mutex guards it`
			}
		}
	}()
}

// The test is of the opposite, and another condition reads again.
var leading *viewer

func Lead(frames <-chan []byte) {
	go func() {
		for range frames {
			leading = nil
		}
	}()
	go func() {
		for range frames {
			if leading == nil || leading.next == nil { // want `nil dereference: leading is read again after the test at line 57, another goroutine sets it to nil at line 52, and no mutex guards it`
				continue
			}
		}
	}()
}
