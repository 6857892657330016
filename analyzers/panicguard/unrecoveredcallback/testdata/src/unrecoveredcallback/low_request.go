package unrecoveredcallback

import (
	"encoding/json"
	"net/http"
)

// What it is told of is a value of the program's own.
type orders struct{ notifier notifier }

type notifier interface{ Placed(order) error }

func (s *orders) place(w http.ResponseWriter, r *http.Request) {
	var o order
	if err := json.NewDecoder(r.Body).Decode(&o); err != nil {
		return
	}
	go func() { // want `a panic in s\.notifier\.Placed, which gets what a request has brought`
		if err := s.notifier.Placed(o); err != nil {
			println(err.Error())
		}
	}()
}
