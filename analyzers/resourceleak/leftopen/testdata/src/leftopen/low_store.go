package leftopen

import (
	"io"
	"strings"
)

// A textStore has its texts in memory: nothing that implements it opens anything.
type textStore interface {
	Text(name string) (io.ReadCloser, error)
}

type memoryTexts map[string]string

func (m memoryTexts) Text(name string) (io.ReadCloser, error) {
	return io.NopCloser(strings.NewReader(m[name])), nil
}

func readText(store textStore, name string) (string, error) {
	r, err := store.Text(name) // want `r, opened here, is never closed`
	if err != nil {
		return "", err
	}
	data, err := io.ReadAll(r)
	return string(data), err
}
