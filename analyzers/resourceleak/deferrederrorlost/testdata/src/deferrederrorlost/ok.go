package deferrederrorlost

import (
	"io"
	"log"
	"os"
)

// Silent: the result has the name.
func saveNamed(name string, r io.Reader) (err error) {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() {
		if cerr := f.Close(); err == nil {
			err = cerr
		}
	}()
	_, err = io.Copy(f, r)
	return err
}

// Silent: the literal logs the error.
func saveLogged(name string, r io.Reader) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() {
		if err = f.Close(); err != nil {
			log.Print(err)
		}
	}()
	_, err = io.Copy(f, r)
	return err
}

// Silent: the deferred call that runs after it reads the error.
func saveCounted(name string, r io.Reader, failed func(error)) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() { failed(err) }()
	defer func() {
		err = f.Close()
	}()
	_, err = io.Copy(f, r)
	return err
}

// Silent: the variable is not what the function returns.
func saveQuietly(name string, r io.Reader) error {
	f, err := os.Create(name)
	if err != nil {
		return nil
	}
	defer func() {
		err = f.Close()
	}()
	_, copyErr := io.Copy(f, r)
	return copyErr
}

// Silent: the literal's own variable.
func saveOwn(name string, r io.Reader) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() {
		var err error
		err = f.Close()
		_ = err
	}()
	_, err = io.Copy(f, r)
	return err
}
