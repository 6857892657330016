package usedafterput

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"sync"
)

var chunks = sync.Pool{New: func() any { b := make([]byte, 4096); return &b }}

func head(r io.Reader) ([]byte, error) {
	chunk := chunks.Get().(*[]byte)
	n, err := r.Read(*chunk)
	chunks.Put(chunk)
	return (*chunk)[:n], err // want `\(\*chunk\)\[:n\] is returned, and the pool has the value back since line 16`
}

func reader(data []byte) io.Reader {
	buf := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buf)
	buf.Write(data)
	return buf // want `buf is returned`
}

var errEmpty = errors.New("empty")

func twice(data []byte) error {
	buf := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buf)
	buf.Write(data)
	if buf.Len() == 0 {
		buffers.Put(buf) // want `buffers.Put\(buf\) puts the value back, and so does the deferred call at line 31`
		return errEmpty
	}
	return nil
}

var writers = sync.Pool{New: func() any { return gzip.NewWriter(io.Discard) }}

func compress(w io.Writer, data []byte) error {
	zw := writers.Get().(*gzip.Writer)
	zw.Reset(w)
	defer zw.Close() // want `zw.Close\(\) is used`
	defer writers.Put(zw)
	_, err := zw.Write(data)
	return err
}
