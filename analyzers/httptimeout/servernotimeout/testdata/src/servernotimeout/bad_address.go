package servernotimeout

import "net/http"

// What is for everybody, beside what is for operators.
func publicSide(l listens, users http.Handler) {
	go http.ListenAndServe(l.Public, users) // want `slow clients can exhaust connections and goroutines: http\.ListenAndServe serves without ReadHeaderTimeout and ReadTimeout`
}
