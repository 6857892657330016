package closeerrordropped

import (
	"io"
	"log"
	"os"
)

// Nope. The error is returned.
func kept(path string, r io.Reader) error {
	f, err := os.Create(path + ".new")
	if err != nil {
		return err
	}
	if _, err := io.Copy(f, r); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// Nope. What is read only has nothing to write.
func moved(path, to string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	log.Print(f.Name())
	f.Close()
	return os.Rename(f.Name(), to)
}

// Nope. Another file is renamed.
func other(path string) error {
	f, err := os.Create(path + ".log")
	if err != nil {
		return err
	}
	f.Close()
	return os.Rename(path, path+".old")
}
