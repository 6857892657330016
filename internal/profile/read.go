package profile

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"slices"
)

// ErrOther is wrapped by the error about what is well formed, and of another kind than
// confirm reads.
var ErrOther = errors.New("no goroutine is in it")

// MaxProto is how large a profile in pprof's format may be, uncompressed: it is held in
// memory as a whole. One of a million goroutines has a few megabytes unless each has its
// own labels. Text is read as a stream.
const MaxProto = 256 << 20

// Read reads the profiles of one file, which may be compressed: one in pprof's format, or
// a text, which may have several.
func Read(r io.Reader, name string) ([]*Profile, error) {
	return read(r, name, 0)
}

func read(r io.Reader, name string, depth int) ([]*Profile, error) {
	in := bufio.NewReaderSize(r, 4096)
	head, err := in.Peek(512)
	if len(head) == 0 {
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		return nil, errors.New("it is empty")
	}
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}) && depth < 2:
		zip, err := gzip.NewReader(in)
		if err != nil {
			return nil, fmt.Errorf("the compressed data is damaged: %w", err)
		}
		list, err := read(zip, name, depth+1)
		if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, gzip.ErrChecksum) {
			err = fmt.Errorf("the compressed data is cut off or damaged: %w", err)
		}
		return list, err
	case printable(head):
		return readText(in, name)
	}
	data, err := io.ReadAll(io.LimitReader(in, MaxProto+1))
	if err != nil {
		return nil, err
	}
	if len(data) > MaxProto {
		return nil, fmt.Errorf("it has more than %d MB uncompressed; a profile with debug=2, which is text, may be larger", MaxProto>>20)
	}
	p, err := readProto(data, name)
	if err != nil {
		return nil, err
	}
	return []*Profile{p}, nil
}

// printable reports whether a file is text, by how it begins: encoded numbers are not.
func printable(head []byte) bool {
	return !slices.ContainsFunc(head, func(c byte) bool {
		return c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != 0x1b
	})
}
