package leftopen

import (
	"errors"
	"io"
	"os"

	"example.com/shelf"
)

// Another package opens the file and returns it.
func ignored(s *shelf.Shelf) (string, error) {
	f, st, err := s.File(".ignore") // want `f, opened here, is never closed: its descriptor stays in use`
	if err != nil {
		if errors.Is(err, os.ErrNotExist) {
			return "", nil
		}
		return "", err
	}
	if st.Size() > 32*1024 {
		return "", nil
	}
	b, err := io.ReadAll(f)
	if err != nil {
		return "", err
	}
	return string(b), nil
}

func volume(s *shelf.Shelf) (int, error) {
	r, err := s.Volume("one") // want `r, opened here, is never closed: what it holds stays in use`
	if err != nil {
		return 0, err
	}
	b, err := io.ReadAll(r)
	return len(b), err
}
