package leftopen

import (
	"fmt"
	"io"
	"os"
)

// The result is dropped.
func touch(path string) error {
	_, err := os.Create(path) // want `what os.Create opens is dropped, and cannot be closed`
	return err
}

// In a loop a deferred call would wait for the end of the function.
func total(paths []string) (n int64) {
	for _, path := range paths {
		f, err := os.Open(path) // want `f, opened here, is never closed`
		if err != nil {
			continue
		}
		k, _ := io.Copy(io.Discard, f)
		n += k
	}
	return n
}

// The next one takes the place of the last.
func rotate(paths []string) error {
	for _, path := range paths {
		f, err := os.Create(path) // want `f is opened again while that of the last pass is open`
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(f, "begin"); err != nil {
			continue
		}
		f.Close()
	}
	return nil
}
