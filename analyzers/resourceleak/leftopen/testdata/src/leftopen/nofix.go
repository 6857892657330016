package leftopen

import (
	"fmt"
	"os"
)

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

// The error is that of the function, which continues.
func touchAll(paths []string) (err error) {
	for _, path := range paths {
		_, err = os.Create(path) // want `what os.Create opens is dropped, and cannot be closed`
	}
	return err
}
