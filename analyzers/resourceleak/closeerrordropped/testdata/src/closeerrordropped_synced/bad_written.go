package closeerrordropped_synced

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
)

// The error of the last write may come with the close.
func backup(path string, r io.Reader) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o640)
	if err != nil {
		return err
	}
	defer f.Close() // want `a file that lacks its end may be reported as success: f.Close may be the first call that fails, and its error is dropped`
	if _, err := io.Copy(f, r); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	return nil
}

// What encodes is passed the file.
func encoded(path string, data any) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close() // want `f.Close may be the first call that fails`
	return json.NewEncoder(f).Encode(data)
}

// A literal makes the deferred call.
func literal(path string, data []byte) (n int, err error) {
	f, err := os.Create(path)
	if err != nil {
		return 0, err
	}
	defer func() {
		f.Close() // want `f.Close may be the first call that fails`
	}()
	n, err = f.Write(data)
	if err != nil {
		return n, err
	}
	return n, nil
}

// It is closed where the function has succeeded.
func statement(path, text string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if _, err := f.WriteString(text); err != nil {
		f.Close()
		return err
	}
	f.Close() // want `f.Close may be the first call that fails`
	return nil
}

// The result has a name.
func named(path string, r io.Reader) (n int64, err error) {
	f, err := os.Create(path)
	if err != nil {
		return
	}
	defer f.Close() // want `f.Close may be the first call that fails`
	n, err = io.Copy(f, r)
	return
}
