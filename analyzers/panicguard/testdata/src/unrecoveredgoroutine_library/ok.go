package library

import "net/http"

// A library: what its panics should do is the program's affair.
func Start() error {
	go work()
	return http.ListenAndServe(":8080", nil)
}

func work() {}
