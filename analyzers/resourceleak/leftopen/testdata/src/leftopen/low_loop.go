package leftopen

import "io"

type store interface {
	Get(key string) (io.ReadCloser, error)
}

// What the store returns may be memory.
func each(s store, keys []string) error {
	for _, key := range keys {
		r, err := s.Get(key) // want `r, opened here, is never closed: what it holds stays in use`
		if err != nil {
			return err
		}
		if _, err := io.Copy(io.Discard, r); err != nil {
			return err
		}
	}
	return nil
}
