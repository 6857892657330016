package closeerrordropped_synced

import (
	"fmt"
	"os"
)

// A log is appended to.
func appended(path, line string) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer f.Close() // want `f.Close may be the first call that fails`
	_, err = fmt.Fprintln(f, line)
	return err
}

// What is cached can be had again.
func saveCache(path string, data []byte) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close() // want `f.Close may be the first call that fails`
	_, err = f.Write(data)
	return err
}

// The error is dropped in so many words.
func blank(path string, data []byte) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // want `f.Close may be the first call that fails`
	_, err = f.Write(data)
	return err
}
