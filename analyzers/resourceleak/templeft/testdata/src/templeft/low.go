package templeft

import (
	"io"
	"log"
	"os"
)

// The directory may be removed as a whole.
func within(dir string, r io.Reader) error {
	f, err := os.CreateTemp(dir, "part-*") // want `the temporary file is left by each call: nothing removes f .*low confidence`
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(f, r)
	return err
}

// The name is logged: users are to look at it.
func dump(r io.Reader) {
	f, err := os.CreateTemp("", "dump-*") // want `the temporary file is left by each call: nothing removes f .*low confidence`
	if err != nil {
		return
	}
	defer f.Close()
	io.Copy(f, r)
	log.Println("written to", f.Name())
}
