package unrecoveredcallback

import (
	"bytes"
	"encoding/json"
	"image"
	_ "image/png"
	"io"
	"net/http"
)

// The handler answers, and a goroutine makes sense of what was uploaded.
type images struct {
	decode func([]byte) (int, int)
	codec  codec
}

type codec interface {
	Parse(data []byte) error
}

func (im *images) upload(w http.ResponseWriter, r *http.Request) {
	data, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, "bad upload", http.StatusBadRequest)
		return
	}
	go func() { // want `a panic in im\.decode, which gets what a request has brought, crashes the process`
		width, height := im.decode(data)
		println(width, height)
	}()
	w.WriteHeader(http.StatusAccepted)
}

// In a function of its own, which starts a method.
func (im *images) parse(w http.ResponseWriter, r *http.Request) {
	data, _ := io.ReadAll(r.Body)
	im.later(data)
}

func (im *images) later(data []byte) {
	go im.work(data) // want `a panic in im\.codec\.Parse, which gets what a request has brought`
}

func (im *images) work(data []byte) {
	if err := im.codec.Parse(data); err != nil {
		println(err.Error())
	}
}

// A decoder of the standard library.
func preview(w http.ResponseWriter, r *http.Request) {
	data, _ := io.ReadAll(r.Body)
	go func() { // want `a panic in image\.Decode, which gets what a request has brought`
		img, _, err := image.Decode(bytes.NewReader(data))
		println(img, err)
	}()
}

type order struct{ Items []string }

// What was decoded.
func place(price func(order) int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var o order
		if err := json.NewDecoder(r.Body).Decode(&o); err != nil {
			return
		}
		go func() { // want `a panic in price, which gets what a request has brought`
			println(price(o))
		}()
	}
}
