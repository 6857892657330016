package unrecoveredcallback

import (
	"io"
	"log"
	"net/http"
)

// It recovers.
func (im *images) guarded(w http.ResponseWriter, r *http.Request) {
	data, _ := io.ReadAll(r.Body)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				log.Print(p)
			}
		}()
		im.decode(data)
	}()
}

// In the handler itself the server recovers.
func (im *images) inPlace(w http.ResponseWriter, r *http.Request) {
	data, _ := io.ReadAll(r.Body)
	im.decode(data)
}

// A name is no data whose form a client chooses, and the goroutine gets nothing else.
type finder struct{ find func(string) int }

func (f *finder) get(w http.ResponseWriter, r *http.Request) {
	name := r.FormValue("name")
	go func() { println(f.find(name)) }()
}

// Started by no request.
func (im *images) warm(data []byte) {
	go func() { im.decode(data) }()
}

// Known code of the package and the standard library.
func count(w http.ResponseWriter, r *http.Request) {
	data, _ := io.ReadAll(r.Body)
	go func() { println(size(data)) }()
}

func size(data []byte) int { return len(data) }
