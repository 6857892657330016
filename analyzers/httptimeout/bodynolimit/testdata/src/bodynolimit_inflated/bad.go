// Package bodynolimit_inflated decompresses what clients send.
package bodynolimit_inflated

import (
	"compress/gzip"
	"compress/zlib"
	"encoding/json"
	"io"
	"net/http"
	"sync"
)

const maxSize = 1 << 20

func ingest(w http.ResponseWriter, r *http.Request) {
	data, err := readAll(w, r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Length", string(rune(len(data))))
}

// Only the compressed bytes are limited.
func readAll(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	limited := http.MaxBytesReader(w, r.Body, maxSize)
	if r.Header.Get("Content-Encoding") != "gzip" {
		return io.ReadAll(limited)
	}
	zr, err := gzip.NewReader(limited)
	if err != nil {
		return nil, err
	}
	defer zr.Close()
	return io.ReadAll(zr) // want `one request can exhaust the memory: io\.ReadAll reads all that it is decompressed to`
}

// A reader that is one of two.
func either(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxSize)
	var body io.Reader = r.Body
	if r.Header.Get("Content-Encoding") == "deflate" {
		zr, err := zlib.NewReader(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		body = zr
	}
	var v any
	if err := json.NewDecoder(body).Decode(&v); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
	}
}

var pool = sync.Pool{New: func() any { return new(gzip.Reader) }}

// A pool keeps the readers.
func pooled(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxSize)
	zr := pool.Get().(*gzip.Reader)
	defer pool.Put(zr)
	if err := zr.Reset(r.Body); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	data, _ := io.ReadAll(zr)
	_, _ = w.Write(data[:1])
}
