package stopnotcalled

import (
	"fmt"
	"net/http"
)

// The name of the function does not say that it takes back what has been registered; its body does.
func (u *updates) stream(w http.ResponseWriter, r *http.Request) {
	ch, end, ok := u.feed.Subscribe(r.PathValue("id"))
	if !ok {
		return
	}
	for {
		select {
		case line, open := <-ch:
			if !open { // the feed has closed it, and dropped it before
				return
			}
			if _, err := fmt.Fprintln(w, line); err != nil {
				return // want `end is not called on this return, as it is at line \d+: what u.feed.Subscribe acquired or started at line \d+ stays in use`
			}
		case <-r.Context().Done():
			end()
			return
		}
	}
}
