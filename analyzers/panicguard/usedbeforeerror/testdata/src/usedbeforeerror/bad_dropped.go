package usedbeforeerror

import (
	"io"
	"net/http"
	"os"
)

// size drops the error of a file that may be missing.
func size(name string) (int64, error) {
	info, _ := os.Stat(name) // want `panic where os.Stat fails: info is nil then, and is used at line 15, and the error is dropped`
	if name == "" {
		return 0, os.ErrInvalid
	}
	return info.Size(), nil
}

// body drops the error of a call to another process.
func (l *lighthouse) body(url string) ([]byte, error) {
	resp, _ := l.client.Get(url) // want `panic where l.client.Get fails`
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

func lamp(name string) (*lighthouse, error) {
	if name == "" {
		return nil, os.ErrInvalid
	}
	return &lighthouse{http.DefaultClient}, nil
}

// lamps drops the error of a function of the package.
func lamps(name string) (*http.Client, error) {
	l, _ := lamp(name) // want `panic where lamp fails`
	return l.client, nil
}
