package closeerrordropped

import (
	"errors"
	"io"
	"log"
	"os"
)

// Nope. The error is joined.
func joined(path string, data []byte) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	_, err = f.Write(data)
	return err
}

// Nope. It is logged.
func logged(path string, data []byte) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() {
		if err := f.Close(); err != nil {
			log.Print(err)
		}
	}()
	_, err = f.Write(data)
	return err
}

// Nope. It is read, though it could be written.
func read(path string, w io.Writer) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(w, f)
	return err
}

// Nope. It fails, or takes the file away.
func probed(path string, data []byte) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if n, _ := f.Write(data); n < len(data) {
		f.Close()
		return io.ErrShortWrite
	}
	f.Close()
	return os.Remove(path)
}

// Nope. The kernel keeps nothing.
func online(on string) error {
	f, err := os.OpenFile("/sys/devices/system/cpu/cpu1/online", os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.WriteString(on)
	return err
}
