package templeft

import (
	"io"
	"net/http"
	"os"
	"os/exec"
)

// The path is for the caller, who removes it.
func saved(r io.Reader) (string, error) {
	f, err := os.CreateTemp("", "saved-*")
	if err != nil {
		return "", err
	}
	defer f.Close()
	if _, err := io.Copy(f, r); err != nil {
		os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}

func lines(r io.Reader) ([]byte, error) {
	path, err := saved(r) // want `the temporary file is left by each call: nothing removes path`
	if err != nil {
		return nil, err
	}
	return exec.Command("wc", "-l", path).Output()
}

func linesChecked(r io.Reader) ([]byte, error) {
	path, err := saved(r)
	if err != nil {
		return nil, err
	}
	out, err := exec.Command("wc", "-l", path).Output()
	if err != nil {
		return nil, err // want `each failure leaves a temporary file: path, made at line \d+, is not removed on this return`
	}
	return out, os.Remove(path)
}

func scratch() (string, error) { return os.MkdirTemp("", "scratch-*") }

func build(source string) error {
	dir, err := scratch() // want `the temporary directory is left by each call: nothing removes dir`
	if err != nil {
		return err
	}
	return exec.Command("make", "-C", dir, source).Run()
}

// Each request leaves one in the directory of the server.
type scanner struct{ dir string }

func (s *scanner) spooled(r io.Reader) (string, error) {
	f, err := os.CreateTemp(s.dir, "scan-*")
	if err != nil {
		return "", err
	}
	defer f.Close()
	if _, err := io.Copy(f, r); err != nil {
		os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}

func (s *scanner) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path, err := s.spooled(r.Body) // want `the temporary file is left by each call: nothing removes path`
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	if err := exec.Command("scan", path).Run(); err != nil {
		http.Error(w, "infected", http.StatusUnprocessableEntity)
	}
}
