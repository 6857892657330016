package pipenotclosed

import (
	"encoding/json"
	"image"
	"image/jpeg"
	"io"
)

type store interface {
	Save(name string, data io.Reader) error
}

// The store fails, and the encoder waits for somebody to read.
func export(s store, v any) error {
	r, w := io.Pipe()
	go func() {
		_ = w.CloseWithError(json.NewEncoder(w).Encode(v))
	}()
	return s.Save("export.json", r) // want `writes to w block forever when s.Save stops reading early: nothing closes r`
}

// The other way round: the store reads in a goroutine, and the function writes.
func upload(s store, parts [][]byte) error {
	r, w := io.Pipe()
	saved := make(chan error, 1)
	go func() {
		saved <- s.Save("parts", r) // want `writes to w block forever when s.Save stops reading early: nothing closes r`
	}()
	for _, part := range parts {
		if _, err := w.Write(part); err != nil {
			break
		}
	}
	_ = w.Close()
	return <-saved
}

// Close of what is returned does nothing.
func thumbnail(img image.Image) io.ReadCloser {
	r, w := io.Pipe()
	go func() {
		_ = w.CloseWithError(jpeg.Encode(w, img, nil))
	}()
	return io.NopCloser(r) // want `writes to w block forever when what io.NopCloser returns is closed early: nothing closes r`
}

// The reader never sees the end.
func encode(v any) io.ReadCloser {
	r, w := io.Pipe()
	go func() {
		if err := json.NewEncoder(w).Encode(v); err != nil {
			return // want `reads from r block forever: the goroutine that writes returns without closing w`
		}
		_ = w.Close()
	}()
	return r
}

func lines(list []string) io.ReadCloser {
	r, w := io.Pipe() // want `reads from r block forever: the goroutine that writes returns without closing w`
	go func() {
		for _, line := range list {
			if _, err := io.WriteString(w, line+"\n"); err != nil {
				return
			}
		}
	}()
	return r
}
