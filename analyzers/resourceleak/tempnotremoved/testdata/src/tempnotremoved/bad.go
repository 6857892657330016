package tempnotremoved

import (
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
)

func convert(page io.Reader) ([]byte, error) {
	f, err := os.CreateTemp("", "page-*.html") // want `temporary files pile up: nothing removes f, made here`
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if _, err := io.Copy(f, page); err != nil {
		return nil, err
	}
	return exec.Command("topdf", f.Name()).Output()
}

type handler struct{ dir string }

func (h *handler) spool(r io.Reader) (string, error) {
	f, err := os.CreateTemp(h.dir, "in-*")
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

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path, err := h.spool(r.Body) // want `temporary files pile up: nothing removes path, made here`
	if err != nil {
		http.Error(w, "cannot store the body", http.StatusInternalServerError)
		return
	}
	http.ServeFile(w, r, path)
}

func scratch(run func(path string) error) error {
	dir, err := os.MkdirTemp("", "scratch") // want `temporary files pile up: nothing removes dir, made here`
	if err != nil {
		return err
	}
	return run(filepath.Join(dir, "work"))
}
