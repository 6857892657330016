package exitinhandler

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"
	"testing"
)

// The error is answered.
func answers(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		log.Print(err)
		http.Error(w, "bad form", http.StatusBadRequest)
		return
	}
}

// The function that registers a handler is no handler.
func register(mux *http.ServeMux) {
	if _, err := os.Stat("assets"); err != nil {
		log.Fatal(err)
	}
	mux.HandleFunc("/", answers)
}

// A client has a request, too.
func fetch(req *http.Request) *http.Response {
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		log.Fatal(err)
	}
	return resp
}

// A panic is recovered by the server.
func panics(w http.ResponseWriter, r *http.Request) {
	if r.Body == nil {
		panic("no body")
	}
}

// Fatal of a test fails the test.
func helper(t *testing.T, w http.ResponseWriter) {
	if _, err := w.Write(nil); err != nil {
		t.Fatal(err)
	}
}

// A literal that is stored runs at another time.
func hooks(w http.ResponseWriter, r *http.Request) {
	atEnd = func() { log.Fatal(errors.New("end")) }
}

var atEnd func()

// What main calls may exit.
func prepare(ctx context.Context) {
	if err := ctx.Err(); err != nil {
		log.Fatal(err)
	}
}
