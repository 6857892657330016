package servernotimeout_embedded

import "net/http"

// Shop is served by the program.
type Shop struct {
	http.Server
	stock map[string]int
}

func New(addr string) *Shop {
	s := &Shop{stock: make(map[string]int)}
	s.Addr = addr // want `slow clients can exhaust connections and goroutines: s has neither ReadHeaderTimeout nor ReadTimeout`
	s.Handler = http.NotFoundHandler()
	return s
}
