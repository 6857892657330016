package stopnotcalled

import (
	"fmt"
	"net/http"
	"os"

	"example.com/feed"
)

type updates struct{ feed *feed.Feed }

// Each request leaves a channel in the feed.
func (u *updates) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ch, _, ok := u.feed.Subscribe(r.PathValue("id")) // want `each request leaves what u.feed.Subscribe registers: the function that takes it back is dropped`
	if !ok {
		http.NotFound(w, r)
		return
	}
	for {
		select {
		case line, open := <-ch:
			if !open {
				return
			}
			fmt.Fprintln(w, line)
		case <-r.Context().Done():
			return
		}
	}
}

// What is made has to be removed on each path.
func useSpare(dir string, use func(*os.File) error) error {
	f, remove, err := feed.Spare(dir)
	if err != nil {
		return err
	}
	if err := use(f); err != nil {
		return err // want `remove is not called on this return, as it is at line \d+: what feed.Spare acquired or started at line \d+ stays in use`
	}
	return remove()
}
