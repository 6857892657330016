package tornwrite

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// Nope. The file gets its name when it is complete.
func (m *models) renamed(url, name string) error {
	target := filepath.Join(m.root, name)
	if _, err := os.Stat(target); err == nil {
		return nil
	}
	resp, err := m.client.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if err := pour(target+".part", resp.Body); err != nil {
		return err
	}
	return os.Rename(target+".part", target)
}

// Nope. What a failed transfer has left is removed.
func (m *models) removed(url, name string) error {
	target := filepath.Join(m.root, name)
	if _, err := os.Stat(target); err == nil {
		return nil
	}
	resp, err := m.client.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if err := pour(target, resp.Body); err != nil {
		return errors.Join(err, os.Remove(target))
	}
	return nil
}

// Nope. The size counts as well.
func (m *models) sized(url, name string, size int64) error {
	target := filepath.Join(m.root, name)
	if info, err := os.Stat(target); err == nil && info.Size() == size {
		return nil
	}
	resp, err := m.client.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return pour(target, resp.Body)
}

// Nope. A local file is copied, which nothing interrupts.
func (m *models) local(name string) error {
	target := filepath.Join(m.root, name)
	if _, err := os.Stat(target); err == nil {
		return nil
	}
	in, err := os.Open("/usr/share/models/" + name)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(target)
	if err != nil {
		return err
	}
	defer out.Close()
	_, err = io.Copy(out, in)
	return err
}

// Nope. The file is fetched each time.
func (m *models) always(url, name string) error {
	target := filepath.Join(m.root, name)
	if _, err := os.Stat(m.root); err != nil {
		return err
	}
	resp, err := m.client.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return pour(target, resp.Body)
}
