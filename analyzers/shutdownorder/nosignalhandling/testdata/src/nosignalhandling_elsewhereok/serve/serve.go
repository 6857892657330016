package serve

import "net/http"

var run func() error

// Prepare keeps what serves.
func Prepare() {
	run = func() error { return http.ListenAndServe(":8080", nil) }
}
