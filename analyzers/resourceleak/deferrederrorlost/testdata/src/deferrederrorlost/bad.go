package deferrederrorlost

import (
	"errors"
	"io"
	"os"
	"os/exec"
)

// The file may be incomplete.
func save(name string, r io.Reader) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() {
		if cerr := f.Close(); err == nil {
			err = cerr // want `cerr is lost: the return at line 22 has copied err, which is no named result`
		}
	}()
	_, err = io.Copy(f, r)
	return err
}

// The declaration goes.
func output(cmd *exec.Cmd) ([]byte, error) {
	var err error
	out, pipeErr := cmd.StdoutPipe()
	if pipeErr != nil {
		return nil, pipeErr
	}
	if startErr := cmd.Start(); startErr != nil {
		return nil, startErr
	}
	defer func() {
		err = errors.Join(err, cmd.Wait()) // want `the error of errors.Join is lost`
	}()
	text, readErr := io.ReadAll(out)
	err = readErr
	return text, err
}

func remove(name string) error {
	err := os.Chmod(name, 0o600)
	defer func() {
		err = os.Remove(name) // want `the error of os.Remove is lost`
	}()
	return err
}

// A literal has results, too.
func saver(name string) func(io.Reader) error {
	return func(r io.Reader) error {
		f, err := os.Create(name)
		if err != nil {
			return err
		}
		defer func() {
			err = f.Close() // want `the error of f.Close is lost`
		}()
		_, err = io.Copy(f, r)
		return err
	}
}
