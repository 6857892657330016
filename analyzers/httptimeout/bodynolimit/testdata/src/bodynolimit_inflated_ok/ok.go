// Package bodynolimit_inflated_ok limits what it decompresses.
package bodynolimit_inflated_ok

import (
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"os"
)

const maxSize = 1 << 20

// The decompressed bytes are limited.
func ingest(w http.ResponseWriter, r *http.Request) {
	zr, err := gzip.NewReader(http.MaxBytesReader(w, r.Body, maxSize))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	data, err := io.ReadAll(io.LimitReader(zr, 10*maxSize))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	_, _ = w.Write(data)
}

// What is decompressed goes on to a file, which has room.
func store(w http.ResponseWriter, r *http.Request) {
	zr, err := gzip.NewReader(http.MaxBytesReader(w, r.Body, maxSize))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	f, err := os.CreateTemp("", "upload-*")
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	defer f.Close()
	if _, err := io.Copy(f, zr); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

// The file is the program's own.
func rules() ([]byte, error) {
	f, err := os.Open("rules.gz")
	if err != nil {
		return nil, errors.New("no rules")
	}
	defer f.Close()
	zr, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(zr)
}
