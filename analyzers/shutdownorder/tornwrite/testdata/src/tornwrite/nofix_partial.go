package tornwrite

import (
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

// What an earlier transfer has left there is taken for the whole.
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
	out, err := os.Create(target) // want `an interrupted transfer leaves a part of the content in target, its final name, and the test at line 19 takes that for complete`
	if err != nil {
		return "", err
	}
	defer out.Close()
	if _, err := io.Copy(out, resp.Body); err != nil {
		return "", fmt.Errorf("fetch %s: %w", url, err)
	}
	return target, nil
}

// A function writes, and another one asks.
func (m *models) tiles(url, name string) error {
	path := m.root + "/" + name
	if !present(path) {
		resp, err := m.client.Get(url)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		return pour(path, resp.Body) // want `an interrupted transfer leaves a part of the content in path`
	}
	return nil
}

func present(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func pour(path string, from io.Reader) error {
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, from)
	if cerr := out.Close(); err == nil {
		err = cerr
	}
	return err
}
