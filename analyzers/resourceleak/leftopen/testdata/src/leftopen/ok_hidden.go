package leftopen

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
)

// What is returned closes both.
type packedFile struct {
	*gzip.Reader
	f *os.File
}

func (p *packedFile) Close() error { return errors.Join(p.Reader.Close(), p.f.Close()) }

func openPacked(path string) (io.ReadCloser, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	zr, err := gzip.NewReader(f)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &packedFile{zr, f}, nil
}

// The caller gets the function that closes it.
func openLines(path string) (*bufio.Scanner, func() error, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	return bufio.NewScanner(f), f.Close, nil
}

// The object keeps both, the one that hides it first.
type decoded struct {
	dec *json.Decoder
	end func() error
}

func (d *decoded) Close() error { return d.end() }

func newDecoded(path string) (*decoded, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	d := &decoded{dec: json.NewDecoder(f)}
	d.end = func() error { return f.Close() }
	return d, nil
}

// The function closes it when it has read what it keeps for that long.
func (d *decoded) reload(path string, v any) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	d.dec = json.NewDecoder(f)
	return d.dec.Decode(v)
}

// The reader of a caller is the caller's to close.
func buffered(f *os.File) *bufio.Reader { return bufio.NewReader(f) }
