package leftopen

import "io"

func value(s store, key string) ([]byte, error) {
	r, err := s.Get(key) // want `r, opened here, is never closed: what it holds stays in use`
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}
