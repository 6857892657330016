package listenerrordropped

import "net/http"

func debug() {
	go http.ListenAndServe("localhost:6060", nil) // want `the error of http.ListenAndServe is dropped`
}

func serveBlank(mux *http.ServeMux) {
	_ = http.ListenAndServe(":8080", mux) // want `the error of http.ListenAndServe is dropped`
}
