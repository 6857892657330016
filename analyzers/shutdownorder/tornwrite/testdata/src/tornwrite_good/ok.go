package good

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
)

type models struct {
	root   string
	client *http.Client
}

func (m *models) Fetch(url, name string) (string, error) {
	target := filepath.Join(m.root, name)
	if _, err := os.Stat(target); err == nil {
		return target, nil
	}
	resp, err := m.client.Get(url)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	out, err := os.CreateTemp(m.root, name+".*")
	if err != nil {
		return "", err
	}
	defer os.Remove(out.Name())
	_, err = io.Copy(out, resp.Body)
	if err := errors.Join(err, out.Close()); err != nil {
		return "", fmt.Errorf("fetch %s: %w", url, err)
	}
	return target, os.Rename(out.Name(), target)
}
