package usedafterput

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"sync"
)

func encoded(v any) (string, error) {
	buf := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buf)
	buf.Reset()
	if err := json.NewEncoder(buf).Encode(v); err != nil {
		return "", err
	}
	return buf.String(), nil
}

func cloned(v any) (out []byte, err error) {
	buf := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buf)
	buf.Reset()
	if err := json.NewEncoder(buf).Encode(v); err != nil {
		return nil, err
	}
	out = make([]byte, buf.Len())
	copy(out, buf.Bytes())
	return out, nil
}

func appended(dst []byte, name string) []byte {
	buf := buffers.Get().(*bytes.Buffer)
	defer release(buf)
	buf.WriteString(name)
	return append(dst, buf.Bytes()...)
}

func answer(w http.ResponseWriter, v any) error {
	buf := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buf)
	if err := json.NewEncoder(buf).Encode(v); err != nil {
		return err
	}
	_, err := w.Write(buf.Bytes())
	return err
}

// each iteration has a value of its own.
func loop(names []string, w io.Writer) {
	for _, name := range names {
		buf := buffers.Get().(*bytes.Buffer)
		buf.WriteString(name)
		w.Write(buf.Bytes())
		buffers.Put(buf)
	}
}

// The memory goes to the caller: what is put back has none.
func taken(r io.Reader) ([]byte, error) {
	chunk := chunks.Get().(*[]byte)
	data := *chunk
	*chunk = nil
	defer chunks.Put(chunk)
	n, err := r.Read(data)
	return data[:n], err
}

func compressed(w io.Writer, data []byte) error {
	zw := writers.Get().(*gzip.Writer)
	defer writers.Put(zw)
	zw.Reset(w)
	defer zw.Close()
	_, err := zw.Write(data)
	return err
}

// borrow returns the value with what puts it back.
func borrow() (*bytes.Buffer, func()) {
	buf := buffers.Get().(*bytes.Buffer)
	return buf, func() { buffers.Put(buf) }
}

func onError(data []byte) (*bytes.Buffer, error) {
	buf := buffers.Get().(*bytes.Buffer)
	if _, err := buf.Write(data); err != nil {
		buffers.Put(buf)
		return nil, err
	}
	return buf, nil
}

type result struct {
	err error
	out *bytes.Buffer
}

var results = sync.Pool{New: func() any { return new(result) }}

// What the fields refer to is not the pool's.
func field(data []byte) (*bytes.Buffer, error) {
	res := results.Get().(*result)
	defer results.Put(res)
	res.out, res.err = bytes.NewBuffer(data), nil
	return res.out, res.err
}
