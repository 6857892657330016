package stdlib

import "net/http"

func ping(w http.ResponseWriter) {
	_, _ = http.Get("http://a")               // want `http\.Get never returns when the server accepts and does not respond`
	_, _ = http.DefaultClient.Get("http://b") // want `http.DefaultClient has no Timeout`
	client := http.DefaultClient              // want `http.DefaultClient has no Timeout`
	_, _ = client.Get("http://c")
}
