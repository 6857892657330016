package deferrederrorlost

import (
	"io"
	"os"
)

// The named result is another variable.
func saveShadowed(name string, r io.Reader) (result error) {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() {
		if cerr := f.Close(); err == nil {
			err = cerr // want `cerr is lost`
		}
	}()
	_, err = io.Copy(f, r)
	return err
}
