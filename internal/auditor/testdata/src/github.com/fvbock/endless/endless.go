package endless

import "net/http"

func ListenAndServe(addr string, handler http.Handler) error { return nil }
