package usedbeforeerror

import (
	"net/http"
	"os"
)

// tested first.
func tested(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return nil
}

// guarded tests the result instead: a redirect may fail and leave a response.
func guarded(url string) error {
	resp, err := http.Get(url)
	if resp != nil {
		defer resp.Body.Close()
	}
	if err != nil {
		return err
	}
	return nil
}

// lazy reads the body only when it returns.
func lazy(url string) error {
	resp, err := http.Get(url)
	defer func() {
		if resp != nil {
			resp.Body.Close()
		}
	}()
	if err != nil {
		return err
	}
	return nil
}

// file closes a nil file, which returns an error.
func file(name string) error {
	f, err := os.Open(name)
	defer f.Close()
	if err != nil {
		return err
	}
	return nil
}

type report struct{ lines int }

// scan returns a report beside its errors, too.
func scan(name string) (*report, error) {
	r := &report{}
	if name == "" {
		return r, os.ErrInvalid
	}
	return r, nil
}

func lines(name string) (int, error) {
	r, err := scan(name)
	n := r.lines
	if err != nil {
		return n, err
	}
	return n, nil
}

// overwritten never tests the first error: another check's question.
func overwritten(url string) (err error) {
	defer func() { _ = recover() }()
	req, err := http.NewRequest(http.MethodGet, url, nil)
	req.Header.Set("Accept", "text/plain")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
